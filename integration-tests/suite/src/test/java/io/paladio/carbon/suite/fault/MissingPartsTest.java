package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.server.GovernedServer;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where even the start-up check is missing, the parts that are left read nothing. */
class MissingPartsTest {
    private static final String ICEBERG = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions";

    static Stream<Arguments> missing() {
        return Stream.of(
                Arguments.of("T31 plugin", without(server -> {})),
                Arguments.of("T31 plugin and extension", without(server -> server.with("spark.sql.extensions", ICEBERG))),
                Arguments.of(
                        "T31 plugin and interceptor",
                        without(server -> server.without("spark.connect.grpc.interceptor.classes"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("missing")
    void nothing_is_read(String parts, Consumer<GovernedServer.Builder> configuration) {
        try (Engine engine = Engine.start(configuration)) {
            for (String principal : new String[] {"alice", "bob"}) {
                Answer answer = engine.as(principal).sql("SELECT * FROM carbon.hr.t");

                assertThat(answer.isError()).as("without %s: %s", parts, answer).isTrue();
            }
        }
    }

    private static Consumer<GovernedServer.Builder> without(Consumer<GovernedServer.Builder> more) {
        return server -> more.accept(server.without("spark.plugins").without("spark.carbon.health.port"));
    }
}
