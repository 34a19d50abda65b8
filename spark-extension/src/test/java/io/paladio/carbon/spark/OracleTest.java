package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** T19: what a query does must not depend on rows and values that it does not see; and what it may use of them for speed. */
class OracleTest {
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
    @ValueSource(
            strings = {
                "SELECT id FROM carbon.hr.t WHERE 1 / (salary - 400) < 10",
                "SELECT id FROM carbon.hr.t WHERE id = 4 AND 1 / (id - 4) = 0",
                "SELECT id FROM (SELECT id FROM carbon.hr.t ORDER BY id) WHERE 4 = id AND 1 / (id - 4) = 0",
                "SELECT p.id FROM carbon.hr.plain p WHERE p.id IN"
                        + " (SELECT id FROM carbon.hr.t WHERE id = 4 AND 1 / (id - 4) = 0)",
                "SELECT id FROM carbon.hr.t WHERE if(name = 'dee', raise_error('seen'), true)",
                "SELECT id FROM carbon.hr.t WHERE if(ssn = '111-11-1111', raise_error('seen'), true)",
                "SELECT id FROM carbon.hr.t WHERE assert_true(salary <> 400) IS NULL",
                "SELECT id, 1 / (salary - 400) FROM carbon.hr.t",
                "SELECT a.id FROM carbon.hr.t a JOIN carbon.hr.t b ON a.id = b.id AND 1 / (b.salary - 400) < 10",
                "SELECT 1 / (salary - 400), count(*) FROM carbon.hr.t GROUP BY 1",
                "SELECT id FROM carbon.hr.t ORDER BY 1 / (salary - 400)",
                "SELECT id, sum(1 / (salary - 400)) OVER (PARTITION BY region) FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t WHERE cast(concat('1', if(name = 'dee', 'x', '')) AS INT) = 1",
                "SELECT id FROM carbon.hr.t WHERE id IN (SELECT id FROM carbon.hr.t WHERE 1 / (salary - 400) < 10)",
                "SELECT p.id FROM carbon.hr.plain p JOIN carbon.hr.t t ON p.id = t.id AND 1 / (t.salary - 300) < 10"
            })
    void T19_a_hidden_row_makes_no_error(String sql) {
        for (String adaptive : List.of("true", "false")) {
            bob.conf().set("spark.sql.adaptive.enabled", adaptive);
            assertThat(bob.sql(sql).collectAsList()).hasSizeLessThanOrEqualTo(3);
        }
    }

    /** That its rules are excluded for a plan is told the session: not the last statement but the one that is planned counts. */
    @Test
    void T19_nor_where_a_statement_without_a_policy_came_between() {
        Dataset<Row> hidden = bob.sql("SELECT id FROM carbon.hr.t WHERE id = 4 AND 1 / (id - 4) = 0");
        Dataset<Row> open = bob.sql("SELECT id FROM carbon.hr.plain WHERE id = 3 AND id * 2 = 6");

        assertThat(optimized(open)).contains("= 3").doesNotContain("= 6");
        assertThat(hidden.collectAsList()).isEmpty();
        assertThat(open.collectAsList()).hasSize(1);
    }

    private static String optimized(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .optimizedPlan()
                .toString();
    }

    /** What the filter calls is nothing that a scan understands: Spark asks what one does first. */
    @Test
    void T19_nor_where_the_filter_would_be_asked_last() {
        TestEngine.index(
                "policies/spelled.json",
                SampleTables.rowFilter("pol_spelled", "carbon.hr.spelled", "lower(region) = 'eu'"));
        TestEngine.session("admin")
                .sql("CREATE TABLE carbon.hr.spelled USING iceberg AS SELECT id, region, salary FROM carbon.hr.t");

        assertThat(bob.sql("SELECT id FROM carbon.hr.spelled WHERE 1 / (salary - 400) < 10")
                        .collectAsList())
                .hasSize(3);
    }

    @Test
    void T20_aggregates_are_answered_from_visible_rows() {
        assertThat(bob.sql("SELECT max(salary), count(*) FROM carbon.hr.t")
                        .first()
                        .toString())
                .isEqualTo("[600,3]");
        assertThat(bob.sql("SELECT id FROM carbon.hr.t LIMIT 3").collectAsList())
                .hasSize(3);
    }

    @Test
    void S18_a_leakproof_predicate_prunes_files() {
        TestEngine.session("admin")
                .sql("ALTER TABLE carbon.hr.t SET TBLPROPERTIES ('read.split.open-file-cost'='134217728')");

        assertThat(files("SELECT id FROM carbon.hr.t")).isEqualTo(3);
        assertThat(files("SELECT id FROM carbon.hr.t WHERE day = DATE'2024-01-03'"))
                .isEqualTo(1);
        assertThat(files("SELECT id FROM carbon.hr.t WHERE day >= DATE'2024-01-02' AND ssn LIKE 'n%'"))
                .isEqualTo(2);
        assertThat(files("SELECT id FROM carbon.hr.t WHERE 1 / (salary - 400) < 10"))
                .isEqualTo(3);
    }

    @Test
    void T3_excluding_the_rules_changes_speed_alone() {
        String rules = "io.paladio.carbon.spark.catalyst.LeakproofPushdown,io.paladio.carbon.spark.rule.WrapRule,"
                + "io.paladio.carbon.spark.rule.EarlyGate";
        SparkSession excluded = TestEngine.session("bob");
        var conf = ((org.apache.spark.sql.classic.SparkSession) excluded)
                .sessionState()
                .conf();
        conf.setConfString("spark.sql.optimizer.excludedRules", rules);
        conf.setConfString("spark.sql.adaptive.optimizer.excludedRules", rules);

        assertThat(excluded.sql("SELECT id, ssn FROM carbon.hr.t WHERE day = DATE'2024-01-03'")
                        .collectAsList()
                        .toString())
                .isEqualTo("[[6,null]]");
    }

    private static int files(String sql) {
        Dataset<Row> rows = bob.sql(sql);
        bob.conf().set("spark.sql.adaptive.enabled", "false");
        var plan = ((org.apache.spark.sql.classic.Dataset<Row>) bob.sql(sql))
                .queryExecution()
                .executedPlan();
        rows.collectAsList();
        return CollectionConverters.asJava(plan.collectLeaves()).stream()
                .filter(leaf -> leaf instanceof BatchScanExec)
                .mapToInt(leaf -> ((BatchScanExec) leaf).inputPartitions().size())
                .sum();
    }
}
