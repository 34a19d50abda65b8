package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions by which a principal asks what governs him. */
class GovernanceFunctionsTest {
    private static final String OF_T = "SELECT * FROM effective_policies('carbon.hr.t')";
    private static final List<String> BINDING = List.of(
            "[deny,ArraySeq(note),pol_note,1]",
            "[row_filter,ArraySeq(region),pol_eu,1]",
            "[show-last-4,ArraySeq(ssn),pol_ssn,1]");
    private static SparkSession bob;
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @AfterEach
    void reset() {
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("region = 'EU'"));
    }

    private static List<String> rows(SparkSession session, String sql) {
        return session.sql(sql).collectAsList().stream()
                .map(row -> row.toString().replaceAll("\\w*ArraySeq\\(", "ArraySeq("))
                .sorted()
                .toList();
    }

    private static void refused(SparkSession session, String sql, CarbonCondition condition) {
        assertThatThrownBy(() -> session.sql(sql).collectAsList())
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(condition));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OF_T,
                "SELECT * FROM EFFECTIVE_POLICIES('`carbon`.hr.t')",
                "SELECT kind, columns, policy_id, version FROM effective_policies('carbon.hr.t') e",
                "EXECUTE IMMEDIATE \"SELECT * FROM effective_policies('carbon.hr.t')\"",
                "SELECT e.* FROM (SELECT 1) x, LATERAL (SELECT * FROM effective_policies('carbon.hr.t')) e",
                "WITH e AS (FROM effective_policies('carbon.hr.t')) SELECT * FROM e WHERE policy_id IN"
                        + " (SELECT policy_id FROM effective_policies('carbon.hr.t'))"
            })
    void a_restricted_principal_is_told_what_binds_him_and_no_more(String sql) {
        assertThat(rows(bob, sql)).isEqualTo(BINDING);
        assertThat(rows(alice, sql)).isEmpty();
    }

    @Test
    void a_name_means_what_it_means_in_the_session() {
        SparkSession inHr = TestEngine.sibling(bob, "bob");
        inHr.sql("USE carbon.hr");

        assertThat(rows(inHr, "SELECT * FROM effective_policies('t')")).isEqualTo(BINDING);
        assertThat(rows(inHr, "SELECT * FROM effective_policies('hr.t')")).isEqualTo(BINDING);
        assertThat(rows(inHr, "SELECT * FROM effective_policies('plain')")).isEmpty();
    }

    @Test
    void S1_a_table_without_a_grant_is_refused_as_a_read_of_it_is() {
        SparkSession dan = TestEngine.session("dan");

        refused(dan, "SELECT * FROM carbon.hr.t", CarbonCondition.ACCESS_DENIED);
        refused(dan, OF_T, CarbonCondition.ACCESS_DENIED);
        assertThat(rows(dan, "SELECT * FROM effective_policies('carbon.hr.plain')"))
                .isEmpty();
    }

    @Test
    void S10_a_table_that_can_not_be_served_is_refused_as_a_read_of_it_is() {
        TestEngine.index("policies/eu.json", SampleTables.rowFilter("nothing = 'EU'"));

        refused(bob, "SELECT id FROM carbon.hr.t", CarbonCondition.POLICY_UNENFORCEABLE);
        refused(bob, OF_T, CarbonCondition.POLICY_UNENFORCEABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM effective_policies()",
                "SELECT * FROM effective_policies(17)",
                "SELECT * FROM effective_policies(NULL)",
                "SELECT * FROM effective_policies('carbon.hr.t', 'carbon.hr.t')",
                "SELECT * FROM effective_policies(concat('carbon.hr.', 't'))",
                "SELECT * FROM effective_policies('carbon.hr.t.snapshots')",
                "SELECT * FROM effective_policies('carbon.hr.t.branch_main')",
                "SELECT * FROM effective_policies('carbon.hr.nothing')",
                "SELECT * FROM effective_policies('foreign.hr.t')",
                "SELECT * FROM effective_policies('no name at all')",
                "SELECT * FROM effective_policies('')",
                "SELECT * FROM policy_decisions('bob')"
            })
    void what_is_no_constant_name_of_a_governed_table_is_refused(String sql) {
        refused(bob, sql, CarbonCondition.NOT_GOVERNABLE);
        refused(alice, sql, CarbonCondition.NOT_GOVERNABLE);
    }

    @Test
    void S22_the_answer_comes_from_the_statements_one_question() {
        TestEngine.questions().clear();
        bob.sql("SELECT * FROM carbon.hr.plain, effective_policies('carbon.hr.t')")
                .collectAsList();

        assertThat(TestEngine.questions()).hasSize(1);
        assertThat(TestEngine.questions().get(0).tables())
                .containsExactlyInAnyOrder(
                        Securable.table("carbon", "hr", "t"), Securable.table("carbon", "hr", "plain"));
    }

    @Test
    void S22_a_view_of_it_tells_what_binds_its_reader_now() {
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW mine AS " + OF_T);
        TestEngine.index(
                "policies/eu.json", SampleTables.rowFilter("salary > 100").replace("\"version\":1", "\"version\":2"));

        assertThat(rows(bob, "SELECT * FROM mine WHERE kind = 'row_filter'"))
                .containsExactly("[row_filter,ArraySeq(salary),pol_eu,2]");
    }

    @Test
    void T21_neither_rows_nor_plans_hold_an_expression() {
        assertThat(rows(bob, OF_T).toString()).doesNotContain("EU");
        assertThat(bob.sql("EXPLAIN EXTENDED " + OF_T).first().getString(0)).doesNotContain("EU");
    }

    @Test
    void decided_statements_are_rows_of_their_principals_own() {
        assertThat(rows(
                        bob,
                        "SELECT statement_id, unix_micros(ended), outcome, error_class, tables, policies"
                                + " FROM policy_decisions()"))
                .containsExactly(
                        "[statement of bob,1795946400000001,completed,null,ArraySeq(carbon.hr.t),ArraySeq(pol_eu@1)]");
        assertThat(rows(alice, "SELECT statement_id FROM policy_decisions()")).containsExactly("[statement of alice]");
    }
}
