package io.paladio.carbon.platform;

import io.paladio.carbon.platform.http.Json;
import io.paladio.carbon.platform.index.SampleIndex;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.sample.SampleTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The platform with its samples and without an engine, for Spark applications that have no server: a spark-submit job, a session
 * in a test. Writes {@code platform.json} into its folder when it is up, and ends with its standard input.
 */
public final class StandalonePlatform {
    /** Enough orders for a difference to show, few enough to be there in a second. */
    private static final double SCALE = 0.005;

    private StandalonePlatform() {}

    /** @param arguments the folder to work in; then the issuer's port, for a platform that comes back in its folder */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 1 || arguments.length > 2) {
            throw new IllegalArgumentException("the folder to work in, and the issuer's port if that is to stay");
        }
        int issuerPort = arguments.length == 2 ? Integer.parseInt(arguments[1]) : 0;
        Path folder = Files.createDirectories(Path.of(arguments[0])).toRealPath();
        Path index = folder.resolve("index");
        SampleIndex.write(index);
        try (EmbeddedPlatform platform = EmbeddedPlatform.start(
                EmbeddedPlatform.Options.of(folder, index).withIssuerPort(issuerPort))) {
            if (platform.face().catalog().listNamespaces().isEmpty()) {
                SampleTables.createHr(platform.face().catalog());
                SampleTables.createTpch(platform.face().catalog(), SCALE);
            }
            announce(platform);
            awaitEndOfInput();
        }
    }

    /** Under its final name only when it is whole: a reader may be waiting for it. */
    private static void announce(EmbeddedPlatform platform) throws IOException {
        Path draft = platform.folder().resolve("platform.json.draft");
        Json.write(draft, Map.of("configuration", configuration(platform), "token-files", tokenFiles(platform)));
        Files.move(draft, platform.folder().resolve("platform.json"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** What an application is configured with; it adds {@code spark.carbon.identity.token-file} to say who it is. */
    private static Map<String, String> configuration(EmbeddedPlatform platform) {
        String catalog = "spark.sql.catalog." + EmbeddedPlatform.CATALOG;
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                "spark.sql.extensions",
                "io.paladio.carbon.spark.CarbonSparkExtensions,"
                        + "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions");
        settings.put("spark.plugins", "io.paladio.carbon.spark.CarbonSparkPlugin");
        settings.put(catalog, "io.paladio.carbon.catalog.FaceCatalog");
        settings.put(catalog + ".uri", platform.face().uri().toString());
        settings.put(catalog + ".warehouse", EmbeddedPlatform.CATALOG);
        settings.put("spark.sql.defaultCatalog", EmbeddedPlatform.CATALOG);
        settings.put("spark.carbon.index.source", "file");
        settings.put("spark.carbon.index.file.path", platform.indexFolder().toString());
        settings.put("spark.carbon.identity.issuer", platform.issuer().uri().toString());
        settings.put("spark.carbon.identity.audience", Issuer.ENGINE_AUDIENCE);
        settings.put("spark.carbon.identity.jwks-file", platform.keysFile().toString());
        settings.put(
                "spark.carbon.face.token-exchange-uri",
                platform.issuer().tokenUri().toString());
        settings.put(
                "spark.carbon.face.engine-token-file",
                platform.engineTokenFile().toString());
        settings.put("spark.carbon.decisions.sink", "file:" + platform.folder().resolve("decisions.jsonl"));
        settings.put("spark.carbon.lineage.enabled", "false");
        return settings;
    }

    private static Map<String, String> tokenFiles(EmbeddedPlatform platform) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (Map.Entry<String, String> token :
                PlatformTokens.all(platform.issuer()).entrySet()) {
            Path file = platform.folder().resolve(token.getKey() + ".token");
            Files.writeString(file, token.getValue());
            files.put(token.getKey(), file.toString());
        }
        return files;
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // Nothing is said on it; only its end counts.
        }
    }
}
