package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** When Index is asked, about what, and what a statement does with a changed answer. */
class StatementScopeTest {
    private static SparkSession bob;

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
        bob.sql(
                "CREATE OR REPLACE TEMPORARY VIEW scoped AS SELECT t.id FROM carbon.hr.t t JOIN carbon.hr.plain p USING (id)");
    }

    @AfterEach
    void reset() {
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'EU'"));
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\"]}}");
    }

    private static int questionsOf(Runnable statement) {
        TestEngine.questions().clear();
        statement.run();
        return TestEngine.questions().size();
    }

    @Test
    void S22_a_statement_asks_once_for_all_its_tables() {
        int questions = questionsOf(() -> bob.sql("WITH c AS (SELECT * FROM carbon.hr.plain) SELECT a.id,"
                        + " (SELECT max(salary) FROM carbon.hr.t WHERE id IN (SELECT id FROM c))"
                        + " FROM carbon.hr.t a JOIN carbon.hr.t.branch_main b ON a.id = b.id JOIN c ON c.id = a.id"
                        + " WHERE EXISTS (SELECT 1 FROM carbon.hr.plain x WHERE x.id = a.id)")
                .collectAsList());

        assertThat(questions).isEqualTo(1);
        assertThat(TestEngine.questions().get(0).tables())
                .containsExactlyInAnyOrder(
                        Securable.table("carbon", "hr", "t"), Securable.table("carbon", "hr", "plain"));
    }

    @Test
    void S22_a_view_costs_one_question_more_at_most() {
        assertThat(questionsOf(() -> bob.sql("SELECT * FROM scoped").collectAsList()))
                .isEqualTo(1);
        assertThat(questionsOf(
                        () -> bob.sql("SELECT * FROM scoped, carbon.hr.t").collectAsList()))
                .isLessThanOrEqualTo(2);
    }

    @Test
    void S22_the_rounds_of_a_recursive_query_ask_nothing_more() {
        int questions = questionsOf(() -> bob.sql("WITH RECURSIVE r(n) AS (SELECT min(id) FROM carbon.hr.t UNION ALL"
                        + " SELECT n + 1 FROM r JOIN carbon.hr.plain ON id <= n WHERE n < 5) SELECT * FROM r")
                .collectAsList());

        assertThat(questions).isLessThanOrEqualTo(2);
    }

    @Test
    void S22_the_next_statement_asks_anew() {
        assertThat(questionsOf(() -> {
                    bob.sql("SELECT * FROM carbon.hr.t").collectAsList();
                    bob.sql("SELECT * FROM carbon.hr.t").collectAsList();
                }))
                .isEqualTo(2);
    }

    @Test
    void a_statement_without_tables_asks_nothing() {
        assertThat(questionsOf(() -> bob.sql("SELECT 1 + 1").collectAsList())).isZero();
    }

    @Test
    void S22_a_changed_policy_binds_the_next_statement() {
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'US'"));

        assertThat(bob.sql("SELECT id FROM carbon.hr.t").collectAsList().toString())
                .isEqualTo("[[3], [4]]");
    }

    @Test
    void T32_a_data_frame_made_under_an_older_policy_is_refused() {
        Dataset<Row> old = bob.table("carbon.hr.t");
        assertThat(old.count()).isEqualTo(3);
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'US'"));

        assertThatThrownBy(old::count).isInstanceOf(Exception.class);
        assertThatThrownBy(() -> old.filter("id > 0").collectAsList()).isInstanceOf(Exception.class);
    }

    @Test
    void T32_a_data_frame_of_a_revoked_table_is_refused() {
        Dataset<Row> old = bob.table("carbon.hr.t");
        assertThat(old.count()).isEqualTo(3);
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\",\"bob\"]}}");

        assertThatThrownBy(old::count)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.ACCESS_DENIED));
    }

    @Test
    void T14_T32_a_data_frame_of_a_metadata_table_that_is_older_than_a_policy_is_refused() {
        Dataset<Row> raw =
                TestEngine.session("alice").table("carbon.hr.t.snapshots").select("manifest_list", "summary");
        assertThat(raw.collectAsList().toString()).contains("total-records");
        TestEngine.index(
                "policies/eu.json",
                SampleTables.rowFilter("region = 'EU'").replace("\"except\":{\"groups\":[\"auditors\"]},", ""));

        assertThatThrownBy(() -> raw.limit(1).collectAsList()).isInstanceOf(SparkRefusal.class);
        assertThatThrownBy(raw::count).isInstanceOf(SparkRefusal.class);
    }

    @Test
    void T14_T32_a_data_frame_of_a_metadata_table_ends_with_the_grant() {
        Dataset<Row> shown = bob.table("carbon.hr.t.snapshots");
        assertThat(shown.collectAsList().toString()).contains("append").doesNotContain("records");
        TestEngine.index("access.json", "{\"carbon.hr.t\":{\"deny\":[\"dan\",\"bob\"]}}");

        assertThatThrownBy(shown::count)
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.ACCESS_DENIED));
    }

    @Test
    void T33_a_faulty_policy_takes_its_table_with_it() {
        TestEngine.index("policies/never-whole.json", "{");
        try {
            assertThatThrownBy(() -> bob.sql("SELECT id FROM carbon.hr.t").collectAsList())
                    .isInstanceOf(SparkRefusal.class);
        } finally {
            TestEngine.unindex("policies/never-whole.json");
        }
    }

    @Test
    void S22_a_policy_that_is_half_written_keeps_what_it_was() {
        List<Row> before = bob.sql("SELECT id FROM carbon.hr.t").collectAsList();
        TestEngine.index("policies/eu.json", "{");

        assertThat(bob.sql("SELECT id FROM carbon.hr.t").collectAsList())
                .hasSize(3)
                .hasSameElementsAs(before);
    }

    @Test
    void what_passed_is_told_once_a_statement() {
        TestEngine.analysed().clear();
        bob.sql("SELECT * FROM scoped WHERE id IN (SELECT id FROM carbon.hr.t)");

        assertThat(TestEngine.analysed()).hasSize(1);
    }
}
