package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.ErrorNames;
import io.paladio.carbon.spark.catalyst.PlanFacts;
import io.paladio.carbon.spark.catalyst.StatementEvent.End;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationEnded;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationStarted;
import io.paladio.carbon.spark.catalyst.StatementEvent.Request;
import io.paladio.carbon.spark.health.CarbonMetrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperationStatementsTest {
    private static final Instant TEN = Instant.parse("2026-11-29T10:00:00Z");
    private static final ConnectOperation OPERATION = new ConnectOperation("tag-1", "op-1", "op-1");
    private static final ErrorName DIVISION = new ErrorName("DIVIDE_BY_ZERO", "22012");
    private static final Outcome.Refused DENIED =
            new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.of("carbon.hr.t"));

    private final List<StatementRecord> records = new ArrayList<>();
    private final OperationStatements statements = new OperationStatements((session, record) -> records.add(record));

    @Test
    void a_finished_operation_is_one_record_however_often_its_end_is_told() {
        start(Request.OTHER);
        analyse("SELECT", "orders");
        end(End.FINISHED);
        end(End.CLOSED);
        end(End.FAILED);

        assertThat(records).hasSize(1);
        StatementRecord record = records.get(0);
        assertThat(record.outcome()).isEqualTo(new Outcome.Completed());
        assertThat(record.principal()).isEqualTo("bob");
        assertThat(record.actor()).contains("svc-runquery");
        assertThat(record.started()).isEqualTo(TEN);
        assertThat(record.ended()).isEqualTo(TEN.plusSeconds(1));
        assertThat(statements.openStatements()).isZero();
    }

    @Test
    void several_plans_of_one_operation_add_up_and_the_change_gives_the_kind() {
        start(Request.OTHER);
        analyse("SELECT", "orders");
        analyse("CREATE TABLE AS SELECT", "customers");
        analyse("INSERT", "orders");
        end(End.FINISHED);

        assertThat(records).hasSize(1);
        assertThat(records.get(0).kind()).isEqualTo("CREATE TABLE AS SELECT");
        assertThat(records.get(0).reads()).map(TableRead::table).containsExactly(table("orders"), table("customers"));
    }

    @Test
    void a_query_sent_as_sql_is_recorded_when_it_runs_and_not_when_it_is_only_analysed() {
        start(Request.SQL);
        analyse("SELECT", "orders");
        end(End.FINISHED);

        assertThat(records).isEmpty();
        assertThat(statements.openStatements()).isZero();
    }

    @Test
    void a_command_a_script_and_a_failure_sent_as_sql_are_recorded() {
        start(Request.SQL);
        analyse("SHOW TABLES", "orders");
        end(End.FINISHED);
        startAs(new ConnectOperation("tag-2", "op-2", "op-2"), Request.SQL);
        statements.executed("tag-2");
        statements.ended(new OperationEnded("tag-2", TEN, End.FINISHED, Optional.empty()));
        startAs(new ConnectOperation("tag-3", "op-3", "op-3"), Request.SQL);
        statements.ended(new OperationEnded("tag-3", TEN, End.FAILED, Optional.of(DIVISION)));

        assertThat(records)
                .map(record -> record.outcome().status())
                .containsExactly("completed", "completed", "failed");
    }

    @Test
    void S24_a_refusal_is_told_with_its_object_at_the_end_of_the_operation_and_once() {
        start(Request.OTHER);
        statements.update(OPERATION, statement -> statement.refuse(DENIED));
        statements.update(
                OPERATION,
                statement -> statement.refuse(new Outcome.Refused("CARBON_NOT_GOVERNABLE", "0A000", Optional.empty())));
        assertThat(records).isEmpty();
        end(End.FAILED);

        assertThat(records).map(StatementRecord::outcome).containsExactly(DENIED);
    }

    @Test
    void S24_a_refused_statement_names_what_it_asked_for_and_is_counted_once() {
        long before = counted("CARBON_INDEX_UNAVAILABLE");
        Outcome.Refused unavailable = new Outcome.Refused("CARBON_INDEX_UNAVAILABLE", "08001", Optional.empty());
        start(Request.OTHER);
        statements.update(OPERATION, statement -> {
            statement.asks(new Asked(Optional.of("INSERT"), Set.of()));
            statement.asks(new Asked(Optional.empty(), Set.of(table("orders"), table("customers"))));
            statement.refuse(unavailable);
            statement.refuse(DENIED);
        });
        assertThat(counted("CARBON_INDEX_UNAVAILABLE")).as("at once").isEqualTo(before + 1);
        statements.refused("tag-1", unavailable);
        statements.ended(new OperationEnded(
                "tag-1", TEN, End.FAILED, Optional.of(new ErrorName("CARBON_INDEX_UNAVAILABLE", "08001"))));

        assertThat(counted("CARBON_INDEX_UNAVAILABLE")).isEqualTo(before + 1);
        assertThat(records).hasSize(1);
        assertThat(records.get(0).kind()).isEqualTo("INSERT");
        assertThat(records.get(0).outcome())
                .isEqualTo(new Outcome.Refused(
                        "CARBON_INDEX_UNAVAILABLE",
                        "08001",
                        Optional.of("carbon.sales.customers, carbon.sales.orders"),
                        List.of(table("customers"), table("orders"))));
    }

    @Test
    void S24_a_refusal_that_only_the_error_tells_is_counted_too_and_a_failure_is_not() {
        long before = counted("CARBON_FACE_UNAVAILABLE");
        start(Request.OTHER);
        statements.ended(new OperationEnded(
                "tag-1", TEN, End.FAILED, Optional.of(new ErrorName("CARBON_FACE_UNAVAILABLE", "08001"))));
        startAs(new ConnectOperation("tag-2", "op-2", "op-2"), Request.OTHER);
        statements.ended(new OperationEnded("tag-2", TEN, End.FAILED, Optional.of(DIVISION)));

        assertThat(counted("CARBON_FACE_UNAVAILABLE")).isEqualTo(before + 1);
        assertThat(CarbonMetrics.refusals()).doesNotContainKey("DIVIDE_BY_ZERO");
    }

    @Test
    void S24_tables_that_were_read_are_named_once() {
        start(Request.OTHER);
        analyse("SELECT", "orders");
        statements.update(OPERATION, statement -> {
            statement.asks(new Asked(Optional.of("SELECT"), Set.of(table("orders"), table("customers"))));
            statement.refuse(DENIED);
        });
        end(End.FAILED);

        assertThat(records.get(0).outcome().asked()).containsExactly(table("customers"));
        assertThat(records.get(0).outcome())
                .isEqualTo(new Outcome.Refused(
                        DENIED.errorClass(), DENIED.sqlState(), DENIED.object(), List.of(table("customers"))));
    }

    private static long counted(String errorClass) {
        return CarbonMetrics.refusals().getOrDefault(errorClass, 0L);
    }

    @Test
    void a_refusal_that_only_the_error_tells_is_a_refusal() {
        start(Request.OTHER);
        statements.ended(new OperationEnded(
                "tag-1", TEN, End.FAILED, Optional.of(new ErrorName("CARBON_FACE_UNAVAILABLE", "08001"))));

        assertThat(records)
                .map(StatementRecord::outcome)
                .containsExactly(new Outcome.Refused("CARBON_FACE_UNAVAILABLE", "08001", Optional.empty()));
        assertThat(records.get(0).principal()).isEqualTo("bob");
        assertThat(records.get(0).kind()).isEqualTo("UNKNOWN");
    }

    @Test
    void the_query_s_own_failure_stands_in_for_an_operation_s_nameless_one() {
        start(Request.OTHER);
        statements.failed("tag-1", DIVISION);
        end(End.FAILED);

        assertThat(records)
                .map(StatementRecord::outcome)
                .containsExactly(new Outcome.Failed("DIVIDE_BY_ZERO", "22012"));
    }

    @Test
    void an_operation_closed_without_an_end_failed() {
        start(Request.OTHER);
        end(End.CLOSED);

        assertThat(records).map(StatementRecord::outcome).containsExactly(new Outcome.Failed("UNKNOWN", "XX000"));
    }

    @Test
    void T40_two_users_with_one_operation_id_are_two_statements() {
        startAs(new ConnectOperation("tag-bob", "op", "op"), Request.OTHER);
        startAs(new ConnectOperation("tag-dan", "op", "op"), Request.OTHER);
        statements.ended(new OperationEnded("tag-dan", TEN, End.FINISHED, Optional.empty()));

        assertThat(records).hasSize(1);
        assertThat(statements.openStatements()).isEqualTo(1);
    }

    @Test
    void T38_a_hundred_thousand_statements_without_an_end_stay_bounded_and_none_is_lost() {
        for (int number = 0; number < 100_000; number++) {
            startAs(new ConnectOperation("tag-" + number, "op-" + number, "op-" + number), Request.OTHER);
        }
        assertThat(statements.openStatements()).isEqualTo(10_000);
        statements.letGoOfAll();

        assertThat(records)
                .hasSize(100_000)
                .allSatisfy(record -> assertThat(record.outcome()).isEqualTo(new Outcome.Failed("UNKNOWN", "XX000")));
        assertThat(statements.openStatements()).isZero();
    }

    private void start(Request request) {
        startAs(OPERATION, request);
    }

    private void startAs(ConnectOperation operation, Request request) {
        statements.started(
                new OperationStarted(operation.tag(), operation.operationId(), TEN, "bob", List.of(), request));
    }

    private void analyse(String kind, String table) {
        TableRead read = new TableRead(
                table(table),
                Optional.of(1L),
                Optional.empty(),
                "etag",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        statements.update(OPERATION, statement -> {
            statement.askedBy(new Caller("bob", Optional.of("svc-runquery"), Map.of()));
            statement.add(new PlanFacts(
                    kind, List.of(read), List.of(), ColumnFlow.NONE, Set.of("de"), "sha256:0", List.of()));
        });
    }

    private void end(End end) {
        Optional<ErrorName> error = end == End.FAILED ? Optional.of(ErrorNames.UNKNOWN) : Optional.empty();
        statements.ended(new OperationEnded("tag-1", TEN.plusSeconds(1), end, error));
    }

    private static Securable table(String name) {
        return Securable.table("carbon", "sales", name);
    }
}
