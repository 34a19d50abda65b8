package io.paladio.carbon.catalog;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;

/**
 * Makes the reader and writer of a table's files out of what the face vended with the table, and of nothing else.
 *
 * <p>Properties pass by allow-list: they are serialised with every task. Keys that nobody vended are filled in with ones that
 * no store accepts, because the AWS client would otherwise look for the machine's own.
 */
final class FaceFileIo {
    private static final String S3 = "org.apache.iceberg.aws.s3.S3FileIO";
    private static final String NOT_VENDED = "not-vended";
    private static final String REFRESH = "client.refresh-credentials-endpoint";
    private static final Set<String> PASSED = Set.of(
            "s3.endpoint",
            "s3.path-style-access",
            "s3.access-key-id",
            "s3.secret-access-key",
            "s3.session-token",
            "s3.session-token-expires-at-ms",
            "s3.cross-region-access-enabled",
            "s3.checksum-enabled",
            "s3.delete-enabled",
            "s3.acl",
            "s3.sse.type",
            "s3.sse.key",
            "s3.sse.md5",
            "s3.multipart.size",
            "s3.multipart.num-threads",
            "client.region",
            "client.refresh-credentials-enabled",
            REFRESH);

    private FaceFileIo() {}

    /** @param properties what Iceberg merged from catalog, face and table; the table's part wins */
    static FileIO of(Map<String, String> properties) {
        return CatalogUtil.loadFileIO(S3, passed(properties), null);
    }

    static Map<String, String> passed(Map<String, String> properties) {
        Map<String, String> passed = new HashMap<>(properties);
        passed.keySet().retainAll(PASSED);
        passed.putIfAbsent("s3.access-key-id", NOT_VENDED);
        passed.putIfAbsent("s3.secret-access-key", NOT_VENDED);
        passed.putIfAbsent("client.region", "us-east-1");
        passed.put("s3.remote-signing-enabled", "false");
        passed.put("init-creation-stacktrace", "false");
        if (properties.containsKey(REFRESH)) {
            renewWithTheTablesToken(properties, passed);
        }
        return passed;
    }

    /** Executors renew credentials by themselves: with the token that the face put into the table's own configuration. */
    private static void renewWithTheTablesToken(Map<String, String> properties, Map<String, String> passed) {
        passed.put("uri", properties.getOrDefault("uri", ""));
        if (properties.containsKey("token")) {
            passed.put("rest.auth.type", "oauth2");
            passed.put("token", properties.getOrDefault("token", ""));
            passed.put("token-refresh-enabled", "false");
        } else {
            passed.put("rest.auth.type", "none");
        }
        passed.put("rest.client.max-retries", "1");
        passed.put("rest.client.connection-timeout-ms", "2000");
        passed.put("rest.client.socket-timeout-ms", "4000");
    }
}
