package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** What a policy makes of a query is planned as the query that one would write by hand in its place. */
class GovernedPlanTest {
    private static final String BY_HAND =
            "(SELECT id, name, region, concat(regexp_replace(substr(ssn, 1, 7), '[0-9]', 'n'),"
                    + " right(ssn, 4)) AS ssn, salary, day FROM carbon.hr.t WHERE region = 'EU')";
    private static SparkSession bob;
    private static SparkSession alice;

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE IF NOT EXISTS carbon.hr.big (id INT, note STRING) USING iceberg");
        admin.sql("INSERT INTO carbon.hr.big SELECT id, repeat('note', 10) FROM range(5000)");
        bob = TestEngine.session("bob");
        alice = TestEngine.session("alice");
        bob.conf().set("spark.sql.adaptive.enabled", "false");
        alice.conf().set("spark.sql.adaptive.enabled", "false");
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW v AS SELECT * FROM carbon.hr.t");
        alice.sql("CREATE OR REPLACE TEMPORARY VIEW v AS SELECT * FROM " + BY_HAND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT v.id, b.note FROM v JOIN carbon.hr.big b ON v.id = b.id",
                "SELECT a.id FROM v a JOIN v b USING (id) JOIN carbon.hr.big USING (id)",
                "SELECT b.note FROM carbon.hr.big b LEFT JOIN v ON v.id = b.id WHERE b.id < 10",
                "SELECT b.id FROM carbon.hr.big b WHERE b.id IN (SELECT id FROM v)",
                "SELECT region, count(*), max(ssn) FROM v GROUP BY region",
                "SELECT id, row_number() OVER (PARTITION BY region ORDER BY salary) FROM v",
                "SELECT id FROM v WHERE salary > 100 ORDER BY id LIMIT 2"
            })
    void case_125_a_governed_query_has_the_operators_of_one_by_hand(String query) {
        assertThat(operators(bob, query)).isEqualTo(operators(alice, query));
        assertThat(bob.sql(query).collectAsList())
                .hasSameElementsAs(alice.sql(query).collectAsList());
    }

    /** All but projections and filters, which the mask and the policy put elsewhere. */
    private static List<String> operators(SparkSession session, String query) {
        List<String> names = new ArrayList<>();
        collect(
                ((org.apache.spark.sql.classic.Dataset<Row>) session.sql(query))
                        .queryExecution()
                        .executedPlan(),
                names);
        names.removeIf(name -> name.startsWith("Project") || name.startsWith("Filter"));
        return names;
    }

    private static void collect(SparkPlan plan, List<String> names) {
        names.add(plan.nodeName());
        CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, names));
    }
}
