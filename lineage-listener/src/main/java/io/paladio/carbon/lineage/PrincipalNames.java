package io.paladio.carbon.lineage;

import io.paladio.carbon.error.CarbonCondition;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How lineage names a principal: as it is, or as a pseudonym that only the holder of the key can recompute. Immutable and
 * thread-safe.
 */
public sealed interface PrincipalNames {
    /** The name in events. */
    String nameOf(String principal);

    /** What the name is, as the facet says it: {@code plain} or {@code hmac}. */
    String form();

    /**
     * Reads {@code spark.carbon.lineage.principal}. {@code hmac} draws a key for this application: pseudonyms are alike within
     * it, never across two.
     */
    static PrincipalNames of(String form) {
        return switch (form) {
            case "plain" -> new Plain();
            case "hmac" -> Pseudonyms.withFreshKey();
            default ->
                throw CarbonCondition.CONFIG_INVALID
                        .refusal()
                        .object("spark.carbon.lineage.principal")
                        .reason("it is neither plain nor hmac")
                        .build();
        };
    }

    /** The principal's own name. */
    record Plain() implements PrincipalNames {
        @Override
        public String nameOf(String principal) {
            return principal;
        }

        @Override
        public String form() {
            return "plain";
        }
    }

    /** HMAC-SHA-256 of the name, in hexadecimal digits. */
    final class Pseudonyms implements PrincipalNames {
        private static final String ALGORITHM = "HmacSHA256";
        private final SecretKeySpec key;

        /** Pseudonyms under the given key. */
        public Pseudonyms(byte[] key) {
            this.key = new SecretKeySpec(key, ALGORITHM);
        }

        private static Pseudonyms withFreshKey() {
            byte[] key = new byte[32];
            new SecureRandom().nextBytes(key);
            return new Pseudonyms(key);
        }

        @Override
        public String nameOf(String principal) {
            try {
                Mac mac = Mac.getInstance(ALGORITHM);
                mac.init(key);
                return HexFormat.of().formatHex(mac.doFinal(principal.getBytes(StandardCharsets.UTF_8)));
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
            }
        }

        @Override
        public String form() {
            return "hmac";
        }
    }
}
