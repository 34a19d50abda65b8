package io.paladio.carbon.spark;

import io.paladio.carbon.spark.connect.PrincipalInterceptor;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether all parts of the engine are active together: Spark itself starts without complaint when an extension or interceptor is
 * left out, and then reads everything. Used once.
 */
final class ActivationCheck {
    private static final String EXTENSIONS = "spark.sql.extensions";
    private static final String ICEBERG = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions";
    private static final String INTERCEPTORS = "spark.connect.grpc.interceptor.classes";
    private static final String CONNECT_SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer";
    private static final String CONNECT_PLUGIN = "org.apache.spark.sql.connect.SparkConnectPlugin";
    private static final Set<String> SPARK_VERSIONS = Set.of("4.1.2", "4.1.3");

    private final Map<String, String> conf;

    ActivationCheck(Map<String, String> conf) {
        this.conf = Map.copyOf(conf);
    }

    void requireSparkVersion(String version) {
        if (!SPARK_VERSIONS.contains(version)) {
            throw ConfigReader.invalid(
                    "Spark " + version,
                    "this build is for Spark "
                            + String.join(
                                    " and ", SPARK_VERSIONS.stream().sorted().toList()));
        }
    }

    void requireComplete(boolean connectServer) {
        requireExtension(CarbonSparkExtensions.class.getName());
        requireExtension(ICEBERG);
        if (connectServer && !hasInterceptor()) {
            throw ConfigReader.invalid(
                    INTERCEPTORS, "a Spark Connect server needs " + PrincipalInterceptor.class.getName() + " in it");
        }
    }

    boolean hasInterceptor() {
        return classesIn(INTERCEPTORS).contains(PrincipalInterceptor.class.getName());
    }

    /** Whether this application is, or starts, a Spark Connect server. */
    boolean isConnectServer() {
        return hasInterceptor()
                || classesIn("spark.plugins").contains(CONNECT_PLUGIN)
                || System.getProperty("sun.java.command", "").contains(CONNECT_SERVER)
                || isStartedByConnectServer();
    }

    private static boolean isStartedByConnectServer() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(CONNECT_SERVER)));
    }

    private void requireExtension(String className) {
        if (!classesIn(EXTENSIONS).contains(className)) {
            throw ConfigReader.invalid(EXTENSIONS, className + " is missing");
        }
    }

    private Set<String> classesIn(String key) {
        return Arrays.stream(conf.getOrDefault(key, "").split(",", -1))
                .map(String::strip)
                .collect(Collectors.toUnmodifiableSet());
    }
}
