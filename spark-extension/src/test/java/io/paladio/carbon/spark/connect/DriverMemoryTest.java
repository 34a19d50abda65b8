package io.paladio.carbon.spark.connect;

import static io.paladio.carbon.spark.connect.RawCalls.config;
import static io.paladio.carbon.spark.connect.RawCalls.newSession;
import static io.paladio.carbon.spark.connect.RawCalls.refused;
import static io.paladio.carbon.spark.connect.RawCalls.run;
import static io.paladio.carbon.spark.connect.RawCalls.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.catalyst.ConnectInternals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.spark.connect.proto.ConfigRequest;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.KeyValue;
import org.apache.spark.connect.proto.ReattachOptions;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc.SparkConnectServiceBlockingStub;
import org.apache.spark.sql.connect.service.SessionKey;
import org.apache.spark.sql.connect.service.SparkConnectService$;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** T38: what short statements leave behind in the driver that all share, its memory and its threads. */
class DriverMemoryTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final String LONG = "x".repeat(10_001);

    @TempDir
    static Path folder;

    private static GovernedConnect server;

    @BeforeAll
    static void start() throws IOException {
        server = GovernedConnect.start(folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static SparkConnectServiceBlockingStub dan() {
        return server.with(server.issuer().token("dan"));
    }

    @Test
    void T38_subqueries_within_subqueries_leave_threads_for_those_of_others() {
        String nested = "SELECT max(id) FROM range(3)";
        for (int level = 0; level < 20; level++) {
            nested = "SELECT max(id) + (" + nested + ") FROM range(" + (4 + level) + ")";
        }
        String deep = nested;
        String wide = "SELECT "
                + String.join(
                                " + ",
                                Collections.nCopies(
                                        40, "(SELECT max(id) + (SELECT max(id) FROM range(%d)) FROM range(%d))"))
                        .formatted(
                                java.util.stream.IntStream.range(10, 90).boxed().toArray());

        for (String statement : new String[] {deep, wide, "SELECT (SELECT max(id) FROM range(3))"}) {
            assertThat(CompletableFuture.supplyAsync(() -> run(dan(), select(newSession(), statement))))
                    .as(statement)
                    .succeedsWithin(BOUND);
        }
    }

    @Test
    void T38_of_statements_and_jobs_that_have_ended_one_is_remembered_at_most() {
        for (int length = 1_000; length < 1_005; length++) {
            String statement = "SELECT concat(repeat('x', " + length + "), cast(id AS STRING)) FROM range(3)";
            run(dan(), select(newSession(), statement));
        }
        refused(() -> run(dan(), select(newSession(), "SELECT raise_error(cast(id AS STRING)) FROM range(3)")));

        var spark = (org.apache.spark.sql.classic.SparkSession) server.session();
        assertThat(CompletableFuture.runAsync(() -> {
                    while (spark.sharedState().statusStore().executionsCount() > 1) {
                        Thread.onSpinWait();
                    }
                }))
                .succeedsWithin(BOUND);
        assertThat(spark.sparkContext().statusStore().jobsList(null).isEmpty()).isTrue();
    }

    @Test
    void T38_tags_that_every_job_has_and_settings_that_every_task_has_are_short() {
        ExecutePlanRequest tagged =
                select(newSession(), "SELECT 1").toBuilder().addTags("nightly").build();

        assertThat(run(dan(), tagged)).isNotEmpty();
        assertThat(refused(() -> run(dan(), tagged.toBuilder().addTags(LONG).build()))
                        .errorClass())
                .isEqualTo("CARBON_NOT_GOVERNABLE");
        String key = "spark.sql.autoBroadcastJoinThreshold";
        assertThat(refused(() -> dan().config(config(newSession(), setting(key, "0".repeat(10_001) + "1"))))
                        .errorClass())
                .isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(refused(() -> run(dan(), select(newSession(), "SET " + key + "=" + "0".repeat(10_001) + "1")))
                        .errorClass())
                .isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(dan().config(config(newSession(), setting(key, "01"))).getSessionId())
                .isNotEmpty();
    }

    private static ConfigRequest.Operation.Builder setting(String key, String value) {
        return ConfigRequest.Operation.newBuilder()
                .setSet(ConfigRequest.Set.newBuilder()
                        .addPairs(KeyValue.newBuilder().setKey(key).setValue(value)));
    }

    @Test
    void T38_errors_that_quote_long_texts_are_not_kept_for_their_session() {
        String session = newSession();
        for (String text : List.of("repeat(cast(id AS STRING), 200000)", "repeat('x', 200000)")) {
            refused(() -> run(dan(), select(session, "SELECT raise_error(" + text + ") FROM range(1)")));
            // Spark may keep that the operation was ended as well, which quotes nothing.
            assertThat(kept(session))
                    .as(text)
                    .allSatisfy(told -> assertThat(told).hasSizeLessThan(1000));
        }

        refused(() -> run(dan(), select(session, "SELECT raise_error('short')")));
        assertThat(kept(session)).anySatisfy(told -> assertThat(told).contains("short"));
    }

    @Test
    void T38_the_statements_of_a_principal_have_an_end() {
        ExecutePlanRequest.RequestOption kept = ExecutePlanRequest.RequestOption.newBuilder()
                .setReattachOptions(ReattachOptions.newBuilder().setReattachable(true))
                .build();
        long before = ConnectInternals.statements("eva");
        run(
                server.with(server.issuer().token("eva")),
                select(newSession(), "SELECT 1").toBuilder()
                        .addRequestOptions(kept)
                        .build());

        assertThat(ConnectInternals.statements("eva")).isEqualTo(before + 1);
        RunningStatements.requireRoom(RunningStatements.MOST - 1, "eva");
        assertThatThrownBy(() -> RunningStatements.requireRoom(RunningStatements.MOST, "eva"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
    }

    /** What the errors say that a session of dan's keeps, and their causes. */
    private static List<String> kept(String session) {
        return SparkConnectService$.MODULE$
                .sessionManager()
                .getIsolatedSessionIfPresent(new SessionKey("dan", session))
                .get()
                .errorIdToError()
                .asMap()
                .values()
                .stream()
                .flatMap(error -> Stream.iterate(error, Objects::nonNull, Throwable::getCause))
                .map(each -> String.valueOf(each.getMessage()))
                .toList();
    }
}
