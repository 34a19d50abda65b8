package io.paladio.carbon.platform.issuer;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The issuer's RS256 keys: the newest signs, all of them are published. Thread-safe. */
final class SigningKeys {
    private static final int KEY_BITS = 2048;

    private final List<RSAKey> keys = new ArrayList<>();

    SigningKeys() {
        rotate();
    }

    /** Signs with a new key from now on. */
    synchronized void rotate() {
        try {
            keys.add(new RSAKeyGenerator(KEY_BITS)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .keyID(UUID.randomUUID().toString())
                    .generate());
        } catch (JOSEException failure) {
            throw new IllegalStateException("no signing key can be made", failure);
        }
    }

    synchronized String publicSet() {
        return new JWKSet(List.<JWK>copyOf(keys)).toPublicJWKSet().toString();
    }

    synchronized String sign(JWTClaimsSet claims) {
        RSAKey key = keys.get(keys.size() - 1);
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(JOSEObjectType.JWT)
                .keyID(key.getKeyID())
                .build();
        SignedJWT token = new SignedJWT(header, claims);
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException failure) {
            throw new IllegalStateException("a token can't be signed", failure);
        }
        return token.serialize();
    }

    /** The claims of a token that one of these keys has signed; nothing else about it is checked. */
    synchronized Optional<JWTClaimsSet> verify(String text) {
        try {
            SignedJWT token = SignedJWT.parse(text);
            if (!JWSAlgorithm.RS256.equals(token.getHeader().getAlgorithm())) {
                return Optional.empty();
            }
            for (RSAKey key : keys) {
                boolean named = key.getKeyID().equals(token.getHeader().getKeyID());
                if (named && token.verify(new RSASSAVerifier(key))) {
                    return Optional.of(token.getJWTClaimsSet());
                }
            }
            return Optional.empty();
        } catch (ParseException | JOSEException | IllegalStateException refused) {
            return Optional.empty();
        }
    }
}
