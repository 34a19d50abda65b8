package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.Plan;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.connect.proto.SparkConnectServiceGrpc;
import org.apache.spark.connect.proto.SqlCommand;
import org.apache.spark.connect.proto.UserContext;
import org.apache.spark.sql.connect.service.SparkConnectService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sparkproject.connect.grpc.ManagedChannel;
import org.sparkproject.connect.grpc.StatusRuntimeException;
import org.sparkproject.connect.grpc.netty.NettyChannelBuilder;
import scala.Option;

/** Statements through a real Spark Connect server, sent as its protocol says. */
@Timeout(120)
class ConnectStatementsTest {
    private static final String SESSION = UUID.randomUUID().toString();

    @TempDir
    private static Path warehouse;

    private static WatchedSpark spark;
    private static ManagedChannel channel;

    @BeforeAll
    static void start() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        spark = WatchedSpark.start(
                warehouse,
                Map.of(
                        "spark.connect.grpc.binding.port",
                        Integer.toString(port),
                        "spark.connect.grpc.binding.address",
                        "127.0.0.1"));
        SparkConnectService.start(spark.context());
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    }

    @AfterAll
    static void stop() {
        channel.shutdownNow();
        SparkConnectService.stop(Option.apply(5L), Option.apply(TimeUnit.SECONDS));
        spark.close();
    }

    @BeforeEach
    void forget() throws Exception {
        spark.records().settled(spark.context());
        spark.records().clear();
    }

    @Test
    void a_query_is_one_statement_under_the_operation_s_id() throws Exception {
        String operation = UUID.randomUUID().toString();
        execute(operation, query("SELECT id FROM range(5) WHERE id > 2"), List.of());

        StatementRecord record = spark.records().only(spark.context());
        assertThat(record.statementId()).isEqualTo(operation);
        assertThat(record.operationId()).contains(operation);
        assertThat(record.kind()).isEqualTo("SELECT");
        assertThat(record.principal()).isEqualTo("bob");
        assertThat(record.outcome()).isEqualTo(new Outcome.Completed());
        assertThat(spark.lastId()).isEqualTo(operation);
    }

    @Test
    void the_door_s_statement_id_wins_in_analysis_and_record() throws Exception {
        String operation = UUID.randomUUID().toString();
        execute(operation, query("SELECT id FROM range(5)"), List.of("nightly", "carbon-statement=door-17"));

        StatementRecord record = spark.records().only(spark.context());
        assertThat(record.statementId()).isEqualTo("door-17");
        assertThat(record.operationId()).contains(operation);
        assertThat(spark.lastId()).isEqualTo("door-17");
    }

    @Test
    void a_query_that_becomes_a_local_relation_is_a_statement_too() throws Exception {
        execute(UUID.randomUUID().toString(), query("SELECT id FROM range(5) WHERE 1 = 0"), List.of());

        assertThat(spark.records().only(spark.context()).outcome()).isEqualTo(new Outcome.Completed());
    }

    @Test
    void sql_text_that_asks_is_recorded_once_its_rows_are_fetched() throws Exception {
        execute(UUID.randomUUID().toString(), command("SELECT id FROM range(5)"), List.of());
        assertThat(spark.records().settled(spark.context())).isEmpty();
        execute(UUID.randomUUID().toString(), query("SELECT id FROM range(5)"), List.of());

        assertThat(spark.records().settled(spark.context())).hasSize(1);
    }

    @Test
    void sql_text_that_does_is_recorded_at_once_with_its_inner_queries_as_one() throws Exception {
        execute(
                UUID.randomUUID().toString(),
                command("CREATE TABLE connect_copy USING parquet AS SELECT id FROM range(5)"),
                List.of());

        assertThat(spark.records().only(spark.context()).kind()).startsWith("CREATE");
    }

    @Test
    void a_script_is_one_statement() throws Exception {
        execute(
                UUID.randomUUID().toString(),
                command("BEGIN SELECT id FROM range(3); SELECT id FROM range(4) WHERE id > 1; END"),
                List.of());

        assertThat(spark.records().only(spark.context()).outcome()).isEqualTo(new Outcome.Completed());
    }

    @Test
    void a_failure_is_told_by_its_class_without_the_value() throws Exception {
        assertThatThrownBy(() -> execute(
                        UUID.randomUUID().toString(),
                        query("SELECT CAST(concat('111-22-', id) AS INT) FROM range(5)"),
                        List.of()))
                .isInstanceOf(StatusRuntimeException.class);

        assertThat(spark.records().only(spark.context()).outcome())
                .isEqualTo(new Outcome.Failed("CAST_INVALID_INPUT", "22018"));
    }

    @Test
    void a_statement_that_does_not_parse_is_a_failed_one_of_its_principal() throws Exception {
        assertThatThrownBy(() -> execute(UUID.randomUUID().toString(), command("SELEKT 1"), List.of()))
                .isInstanceOf(StatusRuntimeException.class);

        StatementRecord record = spark.records().only(spark.context());
        assertThat(record.outcome()).isEqualTo(new Outcome.Failed("PARSE_SYNTAX_ERROR", "42601"));
        assertThat(record.principal()).isEqualTo("bob");
        assertThat(record.kind()).isEqualTo("UNKNOWN");
    }

    @Test
    void S24_a_refusal_is_one_record_with_its_object() throws Exception {
        SparkRefusal refusal = SparkRefusal.of(CarbonCondition.ACCESS_DENIED
                .refusal()
                .object("carbon.hr.t")
                .principal("bob")
                .build());

        assertThatThrownBy(() -> spark.refusing(refusal, () -> {
                    execute(UUID.randomUUID().toString(), command("SELECT id FROM range(2)"), List.of());
                    return true;
                }))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("CARBON_ACCESS_DENIED");

        assertThat(spark.records().only(spark.context()).outcome())
                .isEqualTo(new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.of("carbon.hr.t")));
    }

    private static Plan query(String sql) {
        return Plan.newBuilder().setRoot(relation(sql)).build();
    }

    private static Plan command(String sql) {
        return Plan.newBuilder()
                .setCommand(Command.newBuilder()
                        .setSqlCommand(SqlCommand.newBuilder().setInput(relation(sql))))
                .build();
    }

    private static Relation relation(String sql) {
        return Relation.newBuilder().setSql(SQL.newBuilder().setQuery(sql)).build();
    }

    private static void execute(String operation, Plan plan, List<String> tags) {
        Iterator<ExecutePlanResponse> answers = SparkConnectServiceGrpc.newBlockingStub(channel)
                .executePlan(ExecutePlanRequest.newBuilder()
                        .setSessionId(SESSION)
                        .setUserContext(UserContext.newBuilder().setUserId("bob"))
                        .setOperationId(operation)
                        .setPlan(plan)
                        .addAllTags(tags)
                        .build());
        while (answers.hasNext()) {
            answers.next();
        }
    }
}
