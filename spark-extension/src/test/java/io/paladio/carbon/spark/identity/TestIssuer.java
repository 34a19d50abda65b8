package io.paladio.carbon.spark.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.paladio.carbon.spark.CarbonConfig;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** An issuer of tokens for tests, with one RSA and one elliptic key. */
public final class TestIssuer {
    public static final String ISSUER = "https://issuer.test";
    public static final String AUDIENCE = "carbon";
    public static final String DELEGATE = "svc-runquery";

    private final RSAKey rsa;
    private final ECKey elliptic;

    public TestIssuer(String keyPrefix) {
        try {
            this.rsa = new RSAKeyGenerator(2048).keyID(keyPrefix + "-rsa").generate();
            this.elliptic =
                    new ECKeyGenerator(Curve.P_256).keyID(keyPrefix + "-ec").generate();
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    public RSAKey rsa() {
        return rsa;
    }

    public String jwks() {
        return new JWKSet(List.<JWK>of(rsa.toPublicJWK(), elliptic.toPublicJWK())).toString();
    }

    public Path writeKeys(Path file) {
        try {
            return Files.writeString(file, jwks());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public static CarbonConfig.Identity identity(VerificationKeys keys) {
        return new CarbonConfig.Identity(ISSUER, AUDIENCE, keys, "sub", Set.of(DELEGATE), Optional.empty());
    }

    public static JWTClaimsSet.Builder claims(String subject) {
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(AUDIENCE)
                .subject(subject)
                .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    }

    public String token(String subject) {
        return rs256(claims(subject).build());
    }

    public String token(String subject, UnaryOperator<JWTClaimsSet.Builder> change) {
        return rs256(change.apply(claims(subject)).build());
    }

    public String rs256(JWTClaimsSet claims) {
        return signed(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(rsa.getKeyID()).build(), claims, rsaSigner());
    }

    public String es256(JWTClaimsSet claims) {
        try {
            return signed(
                    new JWSHeader.Builder(JWSAlgorithm.ES256)
                            .keyID(elliptic.getKeyID())
                            .build(),
                    claims,
                    new ECDSASigner(elliptic));
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    public JWSSigner rsaSigner() {
        try {
            return new RSASSASigner(rsa);
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    public static String signed(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) {
        try {
            SignedJWT jwt = new SignedJWT(header, claims);
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
