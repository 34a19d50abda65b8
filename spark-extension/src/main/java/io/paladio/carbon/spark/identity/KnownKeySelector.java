package io.paladio.carbon.spark.identity;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import java.security.Key;
import java.util.List;
import java.util.Set;

/** Finds the keys that may have signed a token, and tells a token of a key that the issuer does not have. Thread-safe. */
final class KnownKeySelector implements JWSKeySelector<SecurityContext> {
    private final JWSVerificationKeySelector<SecurityContext> keys;

    KnownKeySelector(Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> source) {
        this.keys = new JWSVerificationKeySelector<>(algorithms, source);
    }

    @Override
    public List<? extends Key> selectJWSKeys(JWSHeader header, SecurityContext context) throws KeySourceException {
        List<? extends Key> found = keys.selectJWSKeys(header, context);
        if (found.isEmpty()) {
            throw new UnknownKeyException();
        }
        return found;
    }

    /** The issuer's keys were read, and the token's is not among them. */
    static final class UnknownKeyException extends KeySourceException {
        private static final long serialVersionUID = 1L;

        private UnknownKeyException() {
            super("no key of the issuer's fits");
        }
    }
}
