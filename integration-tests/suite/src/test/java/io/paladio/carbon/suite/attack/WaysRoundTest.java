package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that would go round a policy, each as a restricted principal through the official client. */
@ExtendWith(SharedEngine.class)
class WaysRoundTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "T14 | SELECT * FROM carbon.hr.t.files | CARBON_METADATA_DENIED",
                "T14 | SELECT * FROM carbon.hr.t.entries | CARBON_METADATA_DENIED",
                "T14 | SELECT * FROM carbon.hr.t.partitions | CARBON_METADATA_DENIED",
                "T14 | SELECT * FROM carbon.hr.t.manifests | CARBON_METADATA_DENIED",
                "T14 | SELECT * FROM carbon.hr.t.all_data_files | CARBON_METADATA_DENIED",
                "T14 | SELECT * FROM carbon.hr.t.changes | CARBON_METADATA_DENIED",
                "T17 | CALL carbon.system.create_changelog_view(table => 'hr.t') | CARBON_NOT_GOVERNABLE",
                "T17 | CALL carbon.system.rollback_to_snapshot('hr.t', 1) | CARBON_WRITE_DENIED",
                "T18 | CREATE GLOBAL TEMPORARY VIEW g AS SELECT * FROM carbon.hr.t | CARBON_NOT_GOVERNABLE",
                "T23 | ANALYZE TABLE carbon.hr.t COMPUTE STATISTICS FOR ALL COLUMNS | CARBON_METADATA_DENIED"
            })
    void refused(String row, String statement, String expected, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.errorClass()).as("%s: %s", row, answer).isEqualTo(expected);
        assertThat(answer.message()).contains("SQLSTATE: " + answer.sqlState());
    }

    @ParameterizedTest
    @ValueSource(strings = {"_file", "_pos", "_partition", "_spec_id", "_deleted", "input_file_name()"})
    void T15_metadata_columns_are_not_to_be_had(String column, Engine engine) {
        assertThat(engine.as("bob")
                        .sql("SELECT " + column + " FROM carbon.hr.t")
                        .isError())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM carbon.hr.t WHERE 1 / (salary - 90) > 0",
                "SELECT id FROM carbon.hr.t WHERE if(name = 'Linus', raise_error(ssn), true)",
                "SELECT id FROM carbon.hr.t WHERE assert_true(dept <> 'ops') IS NULL",
                "SELECT a.id FROM carbon.hr.t a JOIN carbon.hr.t b ON a.id = b.id AND 1 / (a.id - 3) > 0",
                "SELECT id FROM carbon.hr.t WHERE CAST(dept AS INT) IS NULL AND dept <> 'eng'",
                "SELECT id FROM carbon.hr.t WHERE id = 3 AND raise_error('seen') IS NULL"
            })
    void T19_a_predicate_that_fails_on_hidden_rows_only_does_not_fail(String oracle, Engine engine) {
        Answer answer = engine.as("bob").sql(oracle);

        assertThat(answer.isError()).as("%s", answer).isFalse();
    }

    @Test
    void T19_control_it_fails_for_whom_the_rows_are_visible(Engine engine) {
        Answer answer = engine.as("alice")
                .sql("SELECT id FROM carbon.hr.t WHERE if(name = 'Linus', raise_error('seen'), true)");

        assertThat(answer.isError()).isTrue();
    }

    @Test
    void T21_explain_of_a_command_within_a_command_shows_no_policy(Engine engine) {
        engine.as("bob").sql("DECLARE OR REPLACE VARIABLE name STRING");
        String text = engine.as("bob")
                .sql("EXPLAIN EXTENDED EXECUTE IMMEDIATE 'SET VAR name = (SELECT max(name) FROM carbon.hr.t)'")
                .json()
                .toString();

        assertThat(text)
                .doesNotContainPattern("\\beng\\b")
                // What holds the size of a variable is no policy.
                .doesNotContainPattern("static_invoke\\((?!\\S*VariableValues)")
                .doesNotContain("BatchScan");
    }

    @Test
    void T23_a_namespace_shows_no_place(Engine engine) {
        assertThat(engine.as("bob")
                        .sql("DESCRIBE NAMESPACE EXTENDED carbon.hr")
                        .json()
                        .toString())
                .doesNotContain("s3:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(x) FROM (SELECT rand(7) AS x FROM carbon.hr.t)",
                "SELECT count(DISTINCT x) FROM (SELECT uuid() AS x FROM carbon.hr.t)",
                "SELECT count(x) FROM (SELECT monotonically_increasing_id() AS x FROM carbon.hr.t)",
                "SELECT count(*) FROM carbon.hr.t TABLESAMPLE (100 PERCENT) REPEATABLE (7)",
                "SELECT /*+ REPARTITION(16) */ count(*) FROM carbon.hr.t"
            })
    void T20_what_looks_at_places_counts_visible_rows(String statement, Engine engine) {
        assertThat(engine.as("bob").sql(statement).rows()).containsExactly("[4]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DESCRIBE TABLE EXTENDED carbon.hr.t",
                "DESCRIBE TABLE EXTENDED carbon.hr.t ssn",
                "DESCRIBE TABLE EXTENDED carbon.hr.t AS JSON",
                "SHOW TBLPROPERTIES carbon.hr.t",
                "SHOW CREATE TABLE carbon.hr.t",
                "SHOW PARTITIONS carbon.hr.t"
            })
    void T23_descriptions_show_no_place_and_no_statistics(String statement, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);
        String text = answer.rows() + answer.message();

        assertThat(text)
                .as("%s", answer)
                .doesNotContain("s3:")
                .doesNotContain("metadata.json")
                .doesNotContain(" rows,");
        assertThat(text).doesNotContain("current-snapshot").doesNotContain("sizeInBytes");
    }

    @Test
    void T26_G_a_copy_by_a_restricted_principal_holds_what_it_sees(Engine engine) {
        Answer copied =
                engine.as("bob").sql("CREATE TABLE carbon.hr.copied_by_bob AS SELECT id, salary, ssn FROM carbon.hr.t");

        assertThat(copied.isError()).as("%s", copied).isFalse();
        assertThat(engine.as("admin")
                        .sql("SELECT * FROM carbon.hr.copied_by_bob ORDER BY id LIMIT 1")
                        .rows())
                .containsExactly("[1,null,\"nnn-nn-3333\"]");
        assertThat(engine.as("admin")
                        .sql("SELECT typeof(salary) FROM carbon.hr.copied_by_bob LIMIT 1")
                        .rows())
                .containsExactly("[\"int\"]");
    }

    @Test
    void the_current_user_is_the_principal(Engine engine) {
        Answer answer =
                engine.as("bob").sql("SELECT current_user() AS a, session_user() AS b, current_principal() AS c");

        assertThat(answer.rows()).as("%s", answer).containsExactly("[\"bob\",\"bob\",\"bob\"]");
    }

    @Test
    void T18_a_temporary_view_and_a_cache_are_the_readers_own(Engine engine) {
        engine.as("alice").sql("CREATE OR REPLACE TEMPORARY VIEW people AS SELECT id, ssn FROM carbon.hr.t");
        engine.as("bob").sql("CREATE OR REPLACE TEMPORARY VIEW people AS SELECT id, ssn FROM carbon.hr.t");

        assertThat(engine.as("alice").sql("SELECT * FROM people").rows()).hasSize(8);
        assertThat(engine.as("bob").sql("SELECT * FROM people").rows()).hasSize(4);
    }
}
