package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.classic.Dataset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** T20: how the parts of a shuffle are put together depends on no file of hidden rows, and elsewhere it is as without us. */
class LocalReadsTest {
    private static final String LOCAL = "AQEShuffleRead local";

    /** What is read below each of them: a stage of these joins reads one table. */
    private static final Pattern LOCALLY =
            Pattern.compile(LOCAL + ".*?(BatchScan [a-z.]+|InMemoryTableScan|Range)", Pattern.DOTALL);

    private static SparkSession bob;
    private static SparkSession admin;

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = adapting("bob");
        admin = adapting("admin");
        bob.sql("CACHE TABLE kept AS SELECT id FROM carbon.hr.t");
    }

    /** Joins are planned as sorted ones, and change when it is known how little comes. */
    private static SparkSession adapting(String principal) {
        SparkSession session = TestEngine.session(principal);
        session.conf().set("spark.sql.adaptive.enabled", "true");
        session.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
        session.conf().set("spark.sql.adaptive.autoBroadcastJoinThreshold", "10MB");
        return session;
    }

    @Test
    void S1_stages_that_read_nothing_restricted_are_planned_as_without_us() {
        assertThat(run(bob, "carbon.hr.plain", "carbon.hr.plain")).contains(LOCAL);
        assertThat(run(admin, "carbon.hr.plain", "carbon.hr.t")).contains(LOCAL);
        assertThat(run(bob, "range(9)", "carbon.hr.plain")).contains(LOCAL);
    }

    @ParameterizedTest
    @CsvSource({
        "carbon.hr.t, carbon.hr.t",
        "carbon.hr.t, carbon.hr.plain",
        "carbon.hr.plain, carbon.hr.t",
        "carbon.hr.plain, kept",
        "kept, carbon.hr.plain"
    })
    void T20_whoever_reads_a_restricted_table_learns_nothing_by_them(String left, String right) {
        String plan = run(bob, left, right);

        assertThat(plan).contains("BroadcastHashJoin");
        assertThat(LOCALLY.matcher(plan).results().map(found -> found.group(1)))
                .allMatch("BatchScan carbon.hr.plain"::equals);
    }

    private static String run(SparkSession session, String left, String right) {
        Dataset<?> rows =
                (Dataset<?>) session.sql("SELECT a.id FROM " + left + " a JOIN " + right + " b ON a.id = b.id");
        rows.collectAsList();
        return rows.queryExecution().executedPlan().toString();
    }
}
