package io.paladio.carbon.platform.server;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.PlatformTokens;
import io.paladio.carbon.platform.issuer.Issuer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The configuration of a server that is governed in full, for one embedded platform. */
final class ServerSettings {
    private ServerSettings() {}

    static Map<String, String> of(EmbeddedPlatform platform, Path folder, int connectPort, int healthPort) {
        Map<String, String> settings = new LinkedHashMap<>();
        activate(settings, platform);
        settings.put("spark.master", "local[2]");
        settings.put("spark.app.name", "carbon-connect");
        settings.put("spark.driver.host", "127.0.0.1");
        settings.put("spark.driver.bindAddress", "127.0.0.1");
        settings.put("spark.ui.enabled", "false");
        settings.put("spark.local.dir", folder.resolve("local").toString());
        settings.put("spark.sql.warehouse.dir", folder.resolve("warehouse").toString());
        settings.put("spark.sql.shuffle.partitions", "4");
        settings.put("spark.connect.grpc.binding.address", "127.0.0.1");
        settings.put("spark.connect.grpc.binding.port", Integer.toString(connectPort));
        settings.put("spark.carbon.health.port", Integer.toString(healthPort));
        settings.put("spark.carbon.decisions.sink", "file:" + folder.resolve("decisions.jsonl"));
        settings.put(
                "spark.carbon.lineage.uri",
                folder.resolve("lineage.jsonl").toUri().toString());
        return settings;
    }

    private static void activate(Map<String, String> settings, EmbeddedPlatform platform) {
        String catalog = "spark.sql.catalog." + EmbeddedPlatform.CATALOG;
        settings.put(
                "spark.sql.extensions",
                "io.paladio.carbon.spark.CarbonSparkExtensions,"
                        + "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions");
        settings.put("spark.plugins", "io.paladio.carbon.spark.CarbonSparkPlugin");
        settings.put("spark.connect.grpc.interceptor.classes", "io.paladio.carbon.spark.connect.PrincipalInterceptor");
        settings.put(catalog, "io.paladio.carbon.catalog.FaceCatalog");
        settings.put(catalog + ".uri", platform.face().uri().toString());
        settings.put(catalog + ".warehouse", EmbeddedPlatform.CATALOG);
        settings.put("spark.sql.defaultCatalog", EmbeddedPlatform.CATALOG);
        settings.put("spark.carbon.index.source", "file");
        settings.put("spark.carbon.index.file.path", platform.indexFolder().toString());
        settings.put("spark.carbon.identity.issuer", platform.issuer().uri().toString());
        settings.put("spark.carbon.identity.audience", Issuer.ENGINE_AUDIENCE);
        settings.put(
                "spark.carbon.identity.jwks-uri", platform.issuer().keysUri().toString());
        settings.put("spark.carbon.identity.delegates", PlatformTokens.DELEGATE);
        settings.put(
                "spark.carbon.face.token-exchange-uri",
                platform.issuer().tokenUri().toString());
        settings.put(
                "spark.carbon.face.engine-token-file",
                platform.engineTokenFile().toString());
    }
}
