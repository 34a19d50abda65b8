package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.server.GovernedServer;
import io.paladio.carbon.suite.fixture.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that is not governed in full does not start: exit code not 0, and one line that names the fault. */
class StartUpTest {
    private static final String ICEBERG = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions";
    private static Path folder;
    private static EmbeddedPlatform platform;

    @BeforeAll
    static void start_a_platform() {
        folder = Engine.newFolder();
        platform = Engine.startPlatform(folder);
    }

    @AfterAll
    static void stop_the_platform() {
        platform.close();
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault(
                        "T31 our extension is missing",
                        "CARBON_CONFIG_INVALID",
                        "spark.sql.extensions",
                        server -> server.with("spark.sql.extensions", ICEBERG)),
                fault(
                        "T31 the interceptor is missing",
                        "CARBON_CONFIG_INVALID",
                        "interceptor",
                        server -> server.without("spark.connect.grpc.interceptor.classes")),
                fault(
                        "T3 excluded rules",
                        "CARBON_CONFIG_INVALID",
                        "excludedRules",
                        server -> server.with("spark.sql.optimizer.excludedRules", "x")),
                fault(
                        "T4 single-pass analyzer",
                        "CARBON_CONFIG_INVALID",
                        "singlePass",
                        server -> server.with("spark.sql.analyzer.singlePassResolver.enabled", "true")),
                fault(
                        "T5 a catalog of another class",
                        "CARBON_CONFIG_INVALID",
                        "spark.sql.catalog.other",
                        server -> server.with("spark.sql.catalog.other", "org.apache.iceberg.spark.SparkCatalog")),
                fault(
                        "T34 a static key in Hadoop's settings",
                        "CARBON_PERIMETER_OPEN",
                        "fs.s3a.access.key",
                        server -> server.with("spark.hadoop.fs.s3a.access.key", "AKIAHIDDEN")),
                fault(
                        "T34 a static key in the environment",
                        "CARBON_PERIMETER_OPEN",
                        "AWS_ACCESS_KEY_ID",
                        server -> server.environment("AWS_ACCESS_KEY_ID", "AKIAHIDDEN")),
                fault(
                        "an unknown key",
                        "CARBON_CONFIG_INVALID",
                        "spark.carbon.indx.source",
                        server -> server.with("spark.carbon.indx.source", "file")),
                fault(
                        "no source of Index",
                        "CARBON_CONFIG_INVALID",
                        "spark.carbon.index.source",
                        server -> server.without("spark.carbon.index.source")),
                fault(
                        "no issuer",
                        "CARBON_CONFIG_INVALID",
                        "spark.carbon.identity.issuer",
                        server -> server.without("spark.carbon.identity.issuer")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void start_up_fails(
            String fault, String expected, String names, Consumer<GovernedServer.Builder> configuration, Path run)
            throws IOException {
        try (GovernedServer server = Engine.server(platform, run, configuration).launch()) {
            int exit = server.awaitEnd();

            assertThat(exit).as(fault).isNotZero();
            assertThat(Files.readString(server.logFile()))
                    .contains("[" + expected + "]")
                    .contains(names)
                    .doesNotContain("AKIAHIDDEN");
        }
    }

    private static Arguments fault(
            String fault, String expected, String names, Consumer<GovernedServer.Builder> configuration) {
        return Arguments.of(fault, expected, names, configuration, Engine.newFolder());
    }
}
