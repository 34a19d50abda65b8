package io.paladio.carbon.spark.identity;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.URLBasedJWKSetSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.net.MalformedURLException;
import java.time.Duration;

/** Makes the source of the issuer's public keys. */
final class VerificationKeySource {
    private static final int CONNECT_MILLIS = 1_000;
    private static final int READ_MILLIS = 1_000;
    private static final Duration WHOLE_FETCH = Duration.ofSeconds(2);
    private static final int LARGEST_DOCUMENT = 256 * 1024;

    private VerificationKeySource() {}

    static JWKSource<SecurityContext> of(VerificationKeys keys) {
        if (keys instanceof VerificationKeys.Local local) {
            return new FileKeys(local.file());
        }
        return remote((VerificationKeys.Remote) keys);
    }

    private static JWKSource<SecurityContext> remote(VerificationKeys.Remote remote) {
        try {
            return new RemoteKeys(new URLBasedJWKSetSource<>(
                    remote.uri().toURL(),
                    new BoundedRetriever(
                            new DefaultResourceRetriever(CONNECT_MILLIS, READ_MILLIS, LARGEST_DOCUMENT), WHOLE_FETCH)));
        } catch (MalformedURLException | IllegalArgumentException unusable) {
            throw CarbonCondition.CONFIG_INVALID
                    .refusal()
                    .object("spark.carbon.identity.jwks-uri")
                    .reason("it can't be fetched from")
                    .build();
        }
    }
}
