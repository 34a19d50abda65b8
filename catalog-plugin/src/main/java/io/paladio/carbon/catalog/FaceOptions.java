package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How one catalog reaches the face: read from the application's static configuration, never from a session's.
 *
 * <p>An operator may set {@code uri} (required), {@code warehouse} (the catalog's name at the face; default: its name in Spark),
 * and, for faces that don't vend them, {@code client.region}, {@code s3.endpoint}, {@code s3.path-style-access}. What is pinned
 * may be repeated with the pinned value. Anything else fails. Immutable.
 *
 * @param catalog the name in Spark
 * @param warehouse the name at the face, and the first part of each table's coordinate
 * @param storage defaults for the object store's client; no secret
 * @param tokenExchange where the caller's token is exchanged, and the file with the engine's own
 */
public record FaceOptions(
        String catalog,
        URI uri,
        String warehouse,
        Map<String, String> storage,
        Optional<TokenExchangeOptions> tokenExchange) {
    /** Where to exchange tokens (RFC 8693). */
    public record TokenExchangeOptions(URI uri, Path engineTokenFile) {}

    static final String EXCHANGE_URI = "spark.carbon.face.token-exchange-uri";
    static final String ENGINE_TOKEN_FILE = "spark.carbon.face.engine-token-file";

    private static final String CATALOGS = "spark.sql.catalog.";
    private static final Set<String> STORAGE = Set.of("client.region", "s3.endpoint", "s3.path-style-access");
    private static final Map<String, String> PINNED = Map.of(
            "type", "rest",
            "cache-enabled", "false",
            "io-impl", "org.apache.iceberg.aws.s3.S3FileIO",
            "rest-metrics-reporting-enabled", "false",
            "header.x-iceberg-access-delegation", "vended-credentials");
    private static final Pattern SECRET =
            Pattern.compile(".*(access-?key|secret|credential|token|password|sas|private-?key).*");

    public FaceOptions {
        storage = Map.copyOf(storage);
    }

    /**
     * Reads the options of a catalog.
     *
     * @param configuration the application's static configuration, whole
     * @throws SparkRefusal CONFIG_PROTECTED where the catalog isn't configured there, CONFIG_INVALID, PERIMETER_OPEN
     */
    public static FaceOptions of(String catalog, Map<String, String> configuration) {
        String own = CATALOGS + catalog;
        if (!FaceCatalog.class.getName().equals(configuration.get(own))) {
            throw SparkRefusal.of(
                    CarbonCondition.CONFIG_PROTECTED.refusal().object(own).build());
        }
        Map<String, String> options = new HashMap<>();
        configuration.forEach((key, value) -> {
            if (key.startsWith(own + ".")) {
                options.put(key.substring(own.length() + 1).toLowerCase(Locale.ROOT), value);
            }
        });
        options.forEach((option, value) -> check(own, option, value));
        Map<String, String> storage = new HashMap<>(options);
        storage.keySet().retainAll(STORAGE);
        return new FaceOptions(
                catalog,
                uri(own + ".uri", Optional.ofNullable(options.get("uri"))),
                options.getOrDefault("warehouse", catalog),
                storage,
                exchange(configuration));
    }

    /** The same place, reached with the engine's own token instead of one that is exchanged. */
    FaceOptions asEngine() {
        return new FaceOptions(catalog, uri, warehouse, storage, Optional.empty());
    }

    private static void check(String own, String option, String value) {
        if (option.equals("uri") || option.equals("warehouse") || STORAGE.contains(option)) {
            return;
        }
        if (PINNED.containsKey(option) && value.equalsIgnoreCase(PINNED.get(option))) {
            return;
        }
        String key = own + "." + option;
        if (!PINNED.containsKey(option) && SECRET.matcher(option).matches()) {
            throw SparkRefusal.of(
                    CarbonCondition.PERIMETER_OPEN.refusal().object(key).build());
        }
        throw invalid(
                key, PINNED.containsKey(option) ? "its value is fixed" : "it is not an option of a governed catalog");
    }

    private static Optional<TokenExchangeOptions> exchange(Map<String, String> configuration) {
        Optional<String> uri = setting(configuration, EXCHANGE_URI);
        Optional<String> file = setting(configuration, ENGINE_TOKEN_FILE);
        if (uri.isEmpty()) {
            return Optional.empty();
        }
        if (file.isEmpty()) {
            throw invalid(ENGINE_TOKEN_FILE, "a token exchange needs the engine's own token");
        }
        return Optional.of(new TokenExchangeOptions(uri(EXCHANGE_URI, uri), Path.of(file.get())));
    }

    private static Optional<String> setting(Map<String, String> configuration, String key) {
        return Optional.ofNullable(configuration.get(key)).filter(value -> !value.isBlank());
    }

    private static URI uri(String key, Optional<String> text) {
        if (text.isEmpty()) {
            throw invalid(key, "it is not set");
        }
        try {
            URI uri = new URI(text.get());
            boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (web && uri.getHost() != null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException malformed) {
            // The exception's text would repeat the value: the refusal below names the key alone.
        }
        throw invalid(key, "it is not an http or https address without user information");
    }

    private static SparkRefusal invalid(String key, String reason) {
        return SparkRefusal.of(CarbonCondition.CONFIG_INVALID
                .refusal()
                .object(key)
                .reason(reason)
                .build());
    }
}
