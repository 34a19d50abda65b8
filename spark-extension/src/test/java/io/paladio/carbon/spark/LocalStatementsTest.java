package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements of an application of its own, without Spark Connect. */
class LocalStatementsTest {
    @TempDir
    private static java.nio.file.Path warehouse;

    private static WatchedSpark spark;

    @BeforeAll
    static void start() {
        spark = WatchedSpark.start(warehouse);
    }

    @AfterAll
    static void stop() {
        spark.close();
    }

    @BeforeEach
    void forget() throws Exception {
        spark.records().settled(spark.context());
        spark.records().clear();
    }

    @Test
    void a_query_that_runs_is_one_statement() throws Exception {
        spark.sql("SELECT id FROM range(5) WHERE id > 2").collectAsList();

        StatementRecord record = spark.records().only(spark.context());
        assertThat(record.kind()).isEqualTo("SELECT");
        assertThat(record.outcome()).isEqualTo(new Outcome.Completed());
        assertThat(record.operationId()).isEmpty();
        assertThat(record.planShape())
                .hasValueSatisfying(shape -> assertThat(shape).matches("sha256:[0-9a-f]{64}"));
        assertThat(record.started()).isBeforeOrEqualTo(record.ended());
    }

    @Test
    void a_query_that_is_only_analysed_leaves_nothing() throws Exception {
        assertThat(spark.sql("SELECT id FROM range(5)").schema().fieldNames()).containsExactly("id");

        assertThat(spark.records().settled(spark.context())).isEmpty();
    }

    @Test
    void each_run_of_one_query_is_a_statement_with_an_id_of_its_own() throws Exception {
        Dataset<Row> query = spark.sql("SELECT id FROM range(5) WHERE id > 1");
        query.collectAsList();
        query.collectAsList();

        List<StatementRecord> records = spark.records().settled(spark.context());
        assertThat(records).hasSize(2);
        assertThat(records).map(StatementRecord::statementId).doesNotHaveDuplicates();
        assertThat(records).map(StatementRecord::planShape).doesNotContain(Optional.empty());
    }

    @Test
    void the_id_during_analysis_is_the_record_s_for_queries_and_commands() throws Exception {
        Dataset<Row> selected = spark.sql("SELECT id FROM range(7) WHERE id > 2");
        String query = spark.lastId();
        selected.collectAsList();
        spark.sql("SHOW TABLES");
        String command = spark.lastId();

        assertThat(spark.records().settled(spark.context()))
                .map(StatementRecord::statementId)
                .containsExactly(query, command);
    }

    @Test
    void the_shape_of_a_plan_has_no_literals_in_it() throws Exception {
        spark.sql("SELECT id FROM range(5) WHERE id > 1").collectAsList();
        spark.sql("SELECT id FROM range(9) WHERE id > 8").collectAsList();
        spark.sql("SELECT id FROM range(9) ORDER BY id").collectAsList();

        List<StatementRecord> records = spark.records().settled(spark.context());
        assertThat(records.get(0).planShape()).isEqualTo(records.get(1).planShape());
        assertThat(records.get(0).planShape()).isNotEqualTo(records.get(2).planShape());
    }

    @Test
    void a_copy_with_its_inner_queries_is_one_statement() throws Exception {
        spark.sql("CREATE TABLE copied USING parquet AS SELECT id FROM range(5)");

        StatementRecord record = spark.records().only(spark.context());
        assertThat(record.kind()).startsWith("CREATE");
        assertThat(record.outcome()).isEqualTo(new Outcome.Completed());
    }

    @Test
    void a_command_with_a_common_table_is_known_by_the_plan_that_ran() throws Exception {
        spark.sql("CREATE TABLE common USING parquet AS SELECT id FROM range(5)");
        spark.records().settled(spark.context());
        spark.records().clear();
        spark.sql(
                "WITH c AS (SELECT id FROM range(3)) INSERT INTO common SELECT a.id FROM c a JOIN c b ON a.id = b.id");

        StatementRecord record = spark.records().only(spark.context());
        assertThat(record.kind()).startsWith("INSERT");
    }

    @Test
    void a_failure_is_told_by_its_class_without_the_value_that_failed() throws Exception {
        assertThatThrownBy(() -> spark.sql("SELECT CAST(concat('111-22-', id) AS INT) FROM range(5)")
                        .collectAsList())
                .isNotNull();

        assertThat(spark.records().only(spark.context()).outcome())
                .isEqualTo(new Outcome.Failed("CAST_INVALID_INPUT", "22018"));
    }

    @Test
    void an_analysis_that_fails_by_itself_is_a_failed_statement() throws Exception {
        assertThatThrownBy(() -> spark.sql("SELECT * FROM nowhere.nothing")).isNotNull();

        assertThat(spark.records().only(spark.context()).outcome())
                .isEqualTo(new Outcome.Failed("TABLE_OR_VIEW_NOT_FOUND", "42P01"));
    }

    @Test
    void a_name_that_a_user_gave_an_error_is_not_repeated() throws Exception {
        assertThatThrownBy(() -> spark.sql("SELECT raise_error('[SSN_111_22_3333] x') FROM range(2)")
                        .collectAsList())
                .isNotNull();

        assertThat(spark.records().only(spark.context()).outcome())
                .isEqualTo(new Outcome.Failed("USER_RAISED_EXCEPTION", "P0001"));
    }

    @Test
    void S24_a_refusal_before_the_run_is_one_record_with_its_object() throws Exception {
        SparkRefusal refusal = SparkRefusal.of(CarbonCondition.ACCESS_DENIED
                .refusal()
                .object("carbon.hr.t")
                .principal("bob")
                .build());

        assertThatThrownBy(() -> spark.refusing(refusal, () -> spark.sql("SELECT id FROM range(2)")))
                .isSameAs(refusal);

        assertThat(spark.records().only(spark.context()).outcome())
                .isEqualTo(new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.of("carbon.hr.t")));
    }

    @Test
    void S24_a_refusal_while_a_query_runs_is_one_record_with_its_object() throws Exception {
        SparkRefusal refusal = SparkRefusal.of(CarbonCondition.ACCESS_DENIED
                .refusal()
                .object("carbon.hr.t")
                .principal("bob")
                .build());
        spark.refuseTasks(refusal);

        assertThatThrownBy(() -> spark.sql("SELECT refusing(id) FROM range(1)").collectAsList())
                .isNotNull();

        assertThat(spark.records().only(spark.context()).outcome())
                .isEqualTo(new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.of("carbon.hr.t")));
    }

    @Test
    void T33_a_sink_that_throws_reaches_neither_the_statement_nor_the_other_sinks() throws Exception {
        spark.breakOneSink();

        assertThat(spark.sql("SELECT id FROM range(5) WHERE id > 2").collectAsList())
                .hasSize(2);
        assertThat(spark.records().settled(spark.context())).hasSize(1);
    }
}
