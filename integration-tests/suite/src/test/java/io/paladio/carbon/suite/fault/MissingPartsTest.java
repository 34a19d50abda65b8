package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.server.GovernedServer;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.ShippedJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where even the start-up check is missing, the parts that are left read nothing. */
class MissingPartsTest {
    private static final String ICEBERG = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions";

    @ParameterizedTest
    @ValueSource(strings = {"io.paladio.carbon.spark.CarbonSparkExtensions," + ICEBERG, ICEBERG})
    void T31_a_server_without_the_plugin_does_not_start(String extensions) throws IOException {
        Path folder = Engine.newFolder();
        Consumer<GovernedServer.Builder> bare = without(server -> server.with("spark.sql.extensions", extensions));
        try (EmbeddedPlatform platform = Engine.startPlatform(folder);
                GovernedServer server = Engine.server(platform, folder, bare).launch()) {
            assertThat(server.awaitEnd()).isNotZero();
            assertThat(Files.readString(server.logFile()))
                    .contains("[CARBON_CONFIG_INVALID]")
                    .contains("spark.plugins");
        }
    }

    @Test
    void T31_without_extension_and_interceptor_nothing_is_read() {
        Consumer<GovernedServer.Builder> bare = server ->
                server.with("spark.sql.extensions", ICEBERG).without("spark.connect.grpc.interceptor.classes");
        try (Engine engine = Engine.start(without(bare))) {
            Answer answer = engine.as("alice").sql("SELECT * FROM carbon.hr.t");

            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_NOT_GOVERNABLE");
        }
    }

    /** Spark builds rules session by session: one that can't be built is met by the first statement, long after the start. */
    @ParameterizedTest
    @ValueSource(strings = {"EarlyGate", "WrapRule", "CheckRule", "Seal"})
    void T31_a_rule_that_does_not_load_leaves_nothing_to_read(String rule) throws IOException {
        Path folder = Engine.newFolder();
        Path jar = ShippedJar.without("io/paladio/carbon/spark/rule/" + rule + ".class", folder.resolve("carbon.jar"));
        try (Engine engine = Engine.start(server -> server.jar(jar))) {
            for (String principal : new String[] {"alice", "bob"}) {
                Answer answer = engine.as(principal).sql("SELECT * FROM carbon.hr.t");

                assertThat(answer.isError()).as("%s", answer).isTrue();
                assertThat(answer.rows()).isEmpty();
            }
        }
    }

    private static Consumer<GovernedServer.Builder> without(Consumer<GovernedServer.Builder> more) {
        return server -> more.accept(server.without("spark.plugins").without("spark.carbon.health.port"));
    }
}
