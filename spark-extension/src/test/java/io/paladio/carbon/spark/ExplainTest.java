package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.paladio.carbon.spark.catalyst.ExplainText;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T21: what plans show to a principal whom a policy restricts. */
class ExplainTest {
    private static SparkSession bob;

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "EXTENDED", "FORMATTED", "COST", "CODEGEN"})
    void T21_explain_names_policies_and_shows_no_literal(String mode) {
        String text = bob.sql(
                        "EXPLAIN " + mode + " SELECT id, ssn FROM carbon.hr.t WHERE id IN (SELECT id FROM carbon.hr.t)")
                .first()
                .getString(0);

        assertThat(text)
                .contains("PolicyFilter pol_eu")
                .contains("PolicyMask ssn show-last-4 pol_ssn")
                .contains("PolicyMask note deny pol_note")
                .doesNotContain("EU")
                .doesNotContain("Physical Plan")
                .doesNotContain("region =")
                .doesNotContain("MaskFunctions")
                .doesNotContain("sizeInBytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "EXTENDED", "FORMATTED", "COST", "CODEGEN"})
    void T21_a_view_that_is_explained_is_not_shown_with_the_policies_of_its_query(String mode) {
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW there AS SELECT 1 AS id");
        for (String statement : List.of(
                "CREATE OR REPLACE TEMPORARY VIEW made AS SELECT id, ssn FROM carbon.hr.t",
                "CREATE OR REPLACE TEMPORARY VIEW made AS SELECT (SELECT max(ssn) FROM carbon.hr.t) AS x",
                "ALTER VIEW there AS SELECT id, ssn FROM carbon.hr.t",
                "EXECUTE IMMEDIATE 'CREATE OR REPLACE TEMPORARY VIEW made AS SELECT id, ssn FROM carbon.hr.t'")) {
            String text = bob.sql("EXPLAIN " + mode + " " + statement).first().getString(0);

            assertThat(text)
                    .as(statement)
                    .contains("PolicyFilter pol_eu")
                    .doesNotContain("EU")
                    .doesNotContain("Physical Plan")
                    .doesNotContain("MaskFunctions");
        }
    }

    @Test
    void T21_the_text_of_a_plan_ends_at_the_barrier() {
        var execution = ((org.apache.spark.sql.classic.Dataset<?>) bob.sql("SELECT ssn FROM carbon.hr.t WHERE id = 1"))
                .queryExecution();

        assertThat(execution.analyzed().toString() + execution.optimizedPlan())
                .doesNotContain("EU")
                .contains("PolicyFilter");
        assertThat(ExplainText.shown("Spark's")).contains("PolicyMask").doesNotContain("EU");
    }

    @Test
    void T21_a_plan_that_restricts_is_not_forgotten_for_a_later_one_that_does_not() {
        ExplainText.clear();
        bob.sql("SELECT ssn FROM carbon.hr.t");
        bob.sql("SELECT 1");

        assertThat(ExplainText.shown("Spark's")).contains("PolicyMask");
    }

    @Test
    void T21_a_plan_that_nobody_looked_at_is_withheld() {
        ExplainText.clear();

        assertThat(ExplainText.shown("Spark's")).contains("withheld").doesNotContain("Spark's");
    }

    @Test
    void T21_an_analysis_error_shows_no_literal() {
        Throwable error =
                catchThrowable(() -> bob.sql("SELECT nosuch FROM carbon.hr.t JOIN carbon.hr.t b ON b.nope = 1"));

        assertThat(error)
                .hasMessageContaining("nosuch")
                .hasMessageNotContaining("'EU'")
                .hasMessageNotContaining("= EU");
    }

    @Test
    void an_exempt_principal_gets_the_engines_plan() {
        SparkSession alice = TestEngine.session("alice");

        assertThat(alice.sql("EXPLAIN SELECT id FROM carbon.hr.t").first().getString(0))
                .contains("Physical Plan");
        ExplainText.clear();
        alice.sql("SELECT id FROM carbon.hr.t");
        assertThat(ExplainText.shown("Spark's")).isEqualTo("Spark's");
    }
}
