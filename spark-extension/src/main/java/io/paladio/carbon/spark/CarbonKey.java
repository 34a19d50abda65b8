package io.paladio.carbon.spark;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys under {@code spark.carbon.}: what is not here is a mistake of the operator and stops the start. */
enum CarbonKey {
    INDEX_SOURCE("index.source"),
    INDEX_JDBC_URL("index.jdbc.url"),
    INDEX_JDBC_USER("index.jdbc.user"),
    INDEX_JDBC_PASSWORD_FILE("index.jdbc.password-file"),
    INDEX_HTTP_URI("index.http.uri"),
    INDEX_HTTP_TOKEN_FILE("index.http.token-file"),
    INDEX_FILE_PATH("index.file.path"),
    INDEX_TIMEOUT("index.timeout"),
    INDEX_MAX_STALENESS("index.max-staleness"),
    IDENTITY_ISSUER("identity.issuer"),
    IDENTITY_AUDIENCE("identity.audience"),
    IDENTITY_JWKS_URI("identity.jwks-uri"),
    IDENTITY_JWKS_FILE("identity.jwks-file"),
    IDENTITY_PRINCIPAL_CLAIM("identity.principal-claim"),
    IDENTITY_DELEGATES("identity.delegates"),
    IDENTITY_TOKEN_FILE("identity.token-file"),
    FACE_TOKEN_EXCHANGE_URI("face.token-exchange-uri"),
    FACE_ENGINE_TOKEN_FILE("face.engine-token-file"),
    MASK_KEYS_FILE("mask.keys-file"),
    CATALOGS_UNGOVERNED("catalogs.ungoverned"),
    CODE_ALLOW("code.allow"),
    DML_RESTRICTED("dml.restricted"),
    LINEAGE_ENABLED("lineage.enabled"),
    LINEAGE_NAMESPACE("lineage.namespace"),
    LINEAGE_PRINCIPAL("lineage.principal"),
    LINEAGE_URI("lineage.uri"),
    LINEAGE_TOKEN_FILE("lineage.token-file"),
    LINEAGE_SPOOL_DIR("lineage.spool-dir"),
    LINEAGE_SPOOL_MAX_BYTES("lineage.spool-max-bytes"),
    DECISIONS_SINK("decisions.sink"),
    HEALTH_PORT("health.port");

    static final String PREFIX = "spark.carbon.";

    private static final int MOST_HINTS = 3;
    /** One stroke for so many letters is a slip; more is another word. */
    private static final int STROKES_OF = 4;

    private final String suffix;

    CarbonKey(String suffix) {
        this.suffix = suffix;
    }

    /** The key as it stands in a Spark configuration. */
    String key() {
        return PREFIX + suffix;
    }

    static Optional<CarbonKey> named(String key) {
        return Arrays.stream(values()).filter(known -> known.key().equals(key)).findFirst();
    }

    /** What the operator may have meant: the known keys that few strokes lead to, or else how all of them begin. */
    static String hint(String key) {
        String given = key.substring(PREFIX.length());
        List<String> near = Arrays.stream(values())
                .filter(known -> known.isNear(given))
                .sorted(Comparator.comparingInt(known -> strokes(known.suffix, given)))
                .limit(MOST_HINTS)
                .map(CarbonKey::key)
                .toList();
        return near.isEmpty()
                ? "all keys begin with " + PREFIX + " and one of " + String.join(", ", groups())
                : "did you mean " + String.join(" or ", near) + "?";
    }

    private boolean isNear(String given) {
        return suffix.startsWith(given) || strokes(suffix, given) <= Math.max(2, given.length() / STROKES_OF);
    }

    private static Set<String> groups() {
        return Arrays.stream(values())
                .map(known -> known.suffix.substring(0, known.suffix.indexOf('.')))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static int strokes(String from, String to) {
        int[] previous = new int[to.length() + 1];
        Arrays.setAll(previous, column -> column);
        for (int row = 1; row <= from.length(); row++) {
            int[] current = new int[to.length() + 1];
            current[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = previous[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, 1 + Math.min(previous[column], current[column - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
