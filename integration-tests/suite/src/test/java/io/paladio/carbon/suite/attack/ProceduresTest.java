package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CALL: what maintains one table runs for whom no policy restricts on it, and for nobody else; the rest for nobody. That each of
 * Iceberg's procedures is on one of two lists is held beside the lists.
 */
@ExtendWith(SharedEngine.class)
class ProceduresTest {
    private static final String WRITE_DENIED = "CARBON_WRITE_DENIED";
    private static final String ACCESS_DENIED = "CARBON_ACCESS_DENIED";
    private static final String NOT_GOVERNABLE = "CARBON_NOT_GOVERNABLE";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL carbon.system.rollback_to_snapshot('hr.t', 1)",
                "CALL carbon.system.rollback_to_snapshot(snapshot_id => 1, table => 'hr.t')",
                "CALL carbon.system.rollback_to_timestamp('hr.t', TIMESTAMP '2020-01-01 00:00:00')",
                "CALL carbon.system.set_current_snapshot(table => 'hr.t', snapshot_id => 1)",
                "CALL carbon.system.set_current_snapshot(table => 'hr.t', ref => 'main')",
                "CALL carbon.system.cherrypick_snapshot('hr.t', 1)",
                "CALL carbon.system.publish_changes('hr.t', 'wap')",
                "CALL carbon.system.fast_forward('hr.t', 'main', 'main')",
                "CALL carbon.system.ancestors_of('hr.t')",
                "CALL carbon.system.compute_partition_stats('hr.t')",
                "CALL carbon.system.expire_snapshots(table => 'hr.t', retain_last => 1)",
                "CALL carbon.SYSTEM.Ancestors_Of(TABLE => 'hr.t')",
                "CALL `carbon`.`system`.`ancestors_of`('`hr`.`t`')",
                "CALL system.ancestors_of('carbon.hr.t')",
                "CALL carbon.system.ancestors_of('hr.t.branch_main')",
                "EXECUTE IMMEDIATE 'CALL carbon.system.ancestors_of(''hr.t'')'",
                "BEGIN CALL carbon.system.ancestors_of('hr.t'); END"
            })
    void T17_case_26_restricted_or_without_a_grant_nobody_maintains_a_table(String call, Engine engine) {
        List<Long> before = snapshots(engine, "t");

        assertThat(engine.as("bob").sql(call).errorClass()).as(call).isEqualTo(WRITE_DENIED);
        assertThat(engine.as("dan").sql(call).errorClass()).as(call).isEqualTo(ACCESS_DENIED);
        assertThat(snapshots(engine, "t")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL carbon.system.ancestors_of('hr.t')",
                "CALL carbon.SYSTEM.Ancestors_Of(TABLE => 'hr.t')",
                "CALL `carbon`.`system`.`ancestors_of`('`hr`.`t`')",
                "CALL system.ancestors_of('carbon.hr.t')",
                "EXECUTE IMMEDIATE 'CALL carbon.system.ancestors_of(''hr.t'')'"
            })
    void T17_control_an_exempt_principal_calls_them(String call, Engine engine) {
        Answer answer = engine.as("alice").sql(call);

        assertThat(answer.isError()).as("%s", answer).isFalse();
    }

    @Test
    void T17_control_they_do_their_work_on_a_table_of_ones_own(Engine engine) {
        run(engine, "CREATE TABLE carbon.hr.maintained (id INT) PARTITIONED BY (id)");
        run(engine, "INSERT INTO carbon.hr.maintained VALUES (1)");
        run(engine, "INSERT INTO carbon.hr.maintained VALUES (2)");
        List<Long> made = snapshots(engine, "maintained");

        run(engine, "CALL carbon.system.rollback_to_snapshot('hr.maintained', " + made.get(0) + "L)");
        assertThat(engine.as("bob").sql("SELECT id FROM carbon.hr.maintained").rows())
                .containsExactly("[1]");
        run(
                engine,
                "CALL carbon.system.set_current_snapshot(table => 'hr.maintained', snapshot_id => " + made.get(1)
                        + "L)");
        assertThat(engine.as("bob")
                        .sql("SELECT count(*) FROM carbon.hr.maintained")
                        .rows())
                .containsExactly("[2]");
        run(engine, "CALL carbon.system.compute_partition_stats('hr.maintained')");

        run(engine, "INSERT OVERWRITE carbon.hr.maintained VALUES (2)");
        Answer expired = engine.as("bob")
                .sql("CALL carbon.system.expire_snapshots(table => 'hr.maintained', retain_last => 1,"
                        + " older_than => TIMESTAMP '2999-01-01 00:00:00')");
        assertThat(expired.columns()).hasSize(6).startsWith("deleted_data_files_count");
        assertThat(expired.rows())
                .as("%s", expired)
                .hasSize(1)
                .first()
                .asString()
                .doesNotStartWith("[0,");
        assertThat(snapshots(engine, "maintained")).doesNotContainAnyElementsOf(made);
        assertThat(engine.as("bob")
                        .sql("SELECT id FROM carbon.hr.maintained ORDER BY id")
                        .rows())
                .contains("[2]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CALL carbon.system.add_files(table => 'hr.maintained', source_table => '`parquet`.`s3://carbon/x`') | CARBON_PATH_DENIED",
                "CALL carbon.system.register_table('hr.x', 's3://carbon/x/metadata/v1.metadata.json') | CARBON_PATH_DENIED",
                "CALL carbon.system.rewrite_table_path('hr.t', 's3://a', 's3://b') | CARBON_PATH_DENIED",
                "CALL carbon.system.remove_orphan_files(table => 'hr.t', location => 's3://carbon') | CARBON_PATH_DENIED",
                "CALL carbon.system.remove_orphan_files(table => 'hr.t') | CARBON_PATH_DENIED",
                "CALL carbon.system.snapshot('hr.t', 'hr.copy') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.migrate('hr.t') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.create_changelog_view(table => 'hr.t') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.compute_table_stats('hr.t') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.rewrite_data_files('hr.t') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.rewrite_data_files(table => 'hr.t', where => 'reflect(''a'', ''b'') = 1') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.rewrite_manifests('hr.t') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.rewrite_position_delete_files('hr.t') | CARBON_NOT_GOVERNABLE",
                "CALL carbon.system.nonsense('hr.t') | CARBON_NOT_GOVERNABLE",
                "CALL IDENTIFIER('carbon.system.ancestors_of')('hr.t') | CARBON_NOT_GOVERNABLE",
                "EXECUTE IMMEDIATE 'CALL IDENTIFIER(:p)(''hr.t'')' USING 'carbon.system.ancestors_of' AS p | CARBON_NOT_GOVERNABLE"
            })
    void T17_what_takes_paths_or_runs_queries_of_its_own_is_refused_for_everybody(
            String call, String expected, Engine engine) {
        List<Long> before = snapshots(engine, "t");

        for (String principal : List.of("alice", "bob", "dan", "admin")) {
            Answer answer = engine.as(principal).sql(call);
            assertThat(answer.errorClass()).as("%s: %s", principal, answer).isEqualTo(expected);
        }
        assertThat(snapshots(engine, "t")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL carbon.system.ancestors_of(concat('hr', '.t'))",
                "CALL carbon.system.ancestors_of((SELECT 'hr.t'))",
                "CALL carbon.system.ancestors_of(table => current_user())",
                "CALL carbon.system.ancestors_of('hr.t', (SELECT max(salary) FROM carbon.hr.t))",
                "CALL carbon.hr.ancestors_of('hr.t')",
                "CALL carbon.system.system.ancestors_of('hr.t')",
                "CALL spark_catalog.system.ancestors_of('hr.t')",
                "CALL carbon.system.ancestors_of('spark_catalog.hr.t')",
                "CALL carbon.system.ancestors_of('hr.nothing')"
            })
    void T17_arguments_are_constants_and_tables_of_the_procedures_own_catalog(String call, Engine engine) {
        Answer answer = engine.as("alice").sql(call);

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(NOT_GOVERNABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "NULL", "'hr..t'", "'s3://carbon/hr/t'", "'hr.t; DROP TABLE hr.t'"})
    void T17_a_name_that_is_none_is_an_error(String name, Engine engine) {
        Answer answer = engine.as("bob").sql("CALL carbon.system.ancestors_of(" + name + ")");

        assertThat(answer.isError()).as("%s", answer).isTrue();
    }

    @Test
    void T17_explaining_a_call_does_not_run_it(Engine engine) {
        List<Long> before = snapshots(engine, "t");

        engine.as("bob").sql("EXPLAIN CALL carbon.system.rollback_to_snapshot('hr.t', 1)");
        engine.as("alice").sql("EXPLAIN CALL carbon.system.set_current_snapshot('hr.t', 1)");

        assertThat(snapshots(engine, "t")).isEqualTo(before);
    }

    private static void run(Engine engine, String statement) {
        Answer answer = engine.as("bob").sql(statement);
        assertThat(answer.isError()).as("%s", answer).isFalse();
    }

    /** All snapshots, the current one once more at the end. */
    private static List<Long> snapshots(Engine engine, String name) {
        Table table = engine.platform().face().catalog().loadTable(TableIdentifier.of("hr", name));
        Stream<Snapshot> all = StreamSupport.stream(table.snapshots().spliterator(), false);
        return Stream.concat(all, Stream.of(table.currentSnapshot()))
                .map(Snapshot::snapshotId)
                .toList();
    }
}
