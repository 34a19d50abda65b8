package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies that begin and end: whoever asks after the moment is under those of then, whatever was kept from before. */
class ValidityTest {
    private static final String TABLE = "carbon.hr.timed";
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE " + TABLE + " (id INT) USING iceberg");
        admin.sql("INSERT INTO " + TABLE + " VALUES (1), (2), (3)");
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @ParameterizedTest
    @CsvSource({"until, 1, 3", "from, 3, 1"})
    void S17_S22_a_policy_holds_within_its_time_and_no_cache_outlives_it(String bound, int before, int after) {
        Instant turn = seenAndCached(bound, before);
        while (!Instant.now().isAfter(turn)) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }

        Dataset<Row> seen = bob.table(TABLE);
        assertThat(seen.collectAsList()).hasSize(after);
        assertThat(physical(seen)).doesNotContain("InMemoryRelation");
    }

    /** The end or beginning of the filter: a moment that had not come when the table was seen, and cached, as it was before. */
    private static Instant seenAndCached(String bound, int rows) {
        for (int seconds = 4; seconds < 60; seconds *= 2) {
            bob.sql("CLEAR CACHE");
            Instant turn = Instant.now().plusSeconds(seconds);
            filter(bound, turn);
            bob.sql("CACHE TABLE " + TABLE);
            Dataset<Row> cached = bob.table(TABLE);
            int seen = cached.collectAsList().size();
            String plan = physical(cached);
            if (Instant.now().isBefore(turn)) {
                assertThat(seen).isEqualTo(rows);
                assertThat(plan).contains("InMemoryRelation");
                return turn;
            }
        }
        throw new AssertionError("no statement ended in time");
    }

    private static void filter(String bound, Instant moment) {
        String policy = SampleTables.rowFilter("pol_timed", TABLE, "id = 1")
                .replace("\"expression\":", "\"valid\":{\"" + bound + "\":\"" + moment + "\"},\"expression\":");
        TestEngine.index("policies/timed.json", policy);
    }

    private static String physical(Dataset<Row> data) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) data)
                .queryExecution()
                .executedPlan()
                .toString();
    }
}
