package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** T38: as many filters as may apply do, and one more is an error that says so. */
class ManyPoliciesTest {
    private static final int MOST = 500;

    private static SparkSession bob;

    @BeforeAll
    static void a_table_under_as_many_filters_as_may_be() {
        SampleTables.make();
        bob = TestEngine.session("bob");
        IntStream.rangeClosed(1, MOST).forEach(ManyPoliciesTest::hide);
        TestEngine.session("admin")
                .sql("CREATE TABLE carbon.hr.many USING iceberg AS SELECT CAST(id AS INT) AS id FROM range(600)");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    private static void hide(int id) {
        TestEngine.index(
                "policies/many" + id + ".json",
                SampleTables.rowFilter("pol_many" + id, "carbon.hr.many", "id <> " + id));
    }

    @Test
    void T38_filters_without_end_are_an_error_that_says_so() {
        assertThat(bob.sql("SELECT * FROM carbon.hr.many WHERE id > 450 AND id < 510")
                        .collectAsList())
                .hasSize(9);

        hide(MOST + 1);

        assertThatThrownBy(() -> bob.sql("SELECT * FROM carbon.hr.many").collectAsList())
                .isInstanceOf(SparkRefusal.class)
                .hasMessageContaining("[CARBON_POLICY_UNENFORCEABLE]")
                .hasMessageContaining("more than 500 row filters");
    }
}
