package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the differential suite found, as small as it gets. */
class FoundDifferencesTest {
    private static final String PUSH_DOWN = "spark.sql.iceberg.aggregate-push-down.enabled";

    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        bob.conf().unset(PUSH_DOWN);
        TestEngine.stop();
    }

    private static String distinctConstants(String table) {
        return bob.sql("SELECT count(DISTINCT (CAST(NULL AS INT) IS NOT NULL)) FROM " + table)
                .collectAsList()
                .toString();
    }

    @Test
    void T20_distinct_constants_are_counted_and_not_rows() {
        assertThat(distinctConstants("carbon.hr.t")).isEqualTo("[[1]]");
    }

    @Test
    void control_iceberg_counts_rows_where_it_answers_from_statistics() {
        bob.conf().set(PUSH_DOWN, "true");
        assertThat(distinctConstants("carbon.hr.plain")).isEqualTo("[[3]]");
        bob.conf().set(PUSH_DOWN, "false");
        assertThat(distinctConstants("carbon.hr.plain")).isEqualTo("[[1]]");
    }
}
