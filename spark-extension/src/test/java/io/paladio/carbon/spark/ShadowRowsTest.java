package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.catalyst.PlanFacts;
import io.paladio.carbon.spark.catalyst.ShadowCounter;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S20: a row filter in shadow counts the rows that it would hide, and changes nothing. Bob would be bound by it, alice not: he
 * must get what she gets. Of the eight rows the candidate would hide 3, 4, 5 and 7, as often as they are read: by each side of a
 * join, and once more where Spark collects the values that a lateral sub-query is correlated by.
 */
class ShadowRowsTest {
    private static final String SECRET = "dept = 'ops'";
    private static final Pattern PUSHED = Pattern.compile("filters=[^\\]]*");

    private static SparkSession bob;
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
        for (String table : List.of("counted", "narrowed", "changed")) {
            admin.sql("CREATE TABLE carbon.hr." + table
                    + " (id INT, dept STRING, pay INT, boss INT, day DATE) USING iceberg PARTITIONED BY (day)");
            admin.sql("INSERT INTO carbon.hr." + table + " VALUES"
                    + " (1,'ops',100,NULL,DATE'2024-01-01'), (2,'ops',200,1,DATE'2024-01-01'),"
                    + " (3,'dev',300,1,DATE'2024-01-01'), (4,'dev',400,3,DATE'2024-01-02'),"
                    + " (5,NULL,500,3,DATE'2024-01-02'), (6,'ops',600,2,DATE'2024-01-02'),"
                    + " (7,'dev',700,6,DATE'2024-01-03'), (8,'ops',800,8,DATE'2024-01-03')");
            TestEngine.index("policies/candidate_" + table + ".json", shadow("pol_" + table, "carbon.hr." + table));
        }
        TestEngine.index("policies/narrowed.json", SampleTables.rowFilter("pol_live", "carbon.hr.narrowed", "id <> 3"));
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    private static String shadow(String id, String table) {
        return SampleTables.inShadow(SampleTables.rowFilter(id, table, SECRET));
    }

    private static List<String> answer(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    /** What was counted while the query ran: the rows, or that none was read. */
    private static String counted(Dataset<Row> rows) {
        ShadowCounter.Count count = facts(rows).counters().stream()
                .map(ShadowCounter::take)
                .reduce(new ShadowCounter.Count(0, 0, 0), ShadowCounter.Count::and);
        assertThat(count.faults()).isZero();
        return count.partitions() == 0 ? "none" : String.valueOf(count.rows());
    }

    private static PlanFacts facts(Dataset<Row> rows) {
        return PlanFacts.of(((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .analyzed());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4    | SELECT * FROM t",
                "4    | SELECT count(*) FROM t",
                "4    | SELECT max(pay), min(dept) FROM t",
                "3    | SELECT id FROM t WHERE id > 3",
                "1    | SELECT count(*) FROM t WHERE day = DATE'2024-01-01'",
                "0    | SELECT id FROM t WHERE dept = 'ops'",
                "0    | SELECT id FROM t WHERE boss = id",
                "none | SELECT id FROM t WHERE 1 = 0",
                "4    | SELECT dept, sum(pay) FROM t GROUP BY dept HAVING sum(pay) > 500",
                "4    | SELECT dept, day, count(*) FROM t GROUP BY CUBE (dept, day)",
                "4    | SELECT DISTINCT dept FROM t",
                "4    | SELECT id FROM t ORDER BY id DESC LIMIT 2",
                "4    | SELECT id FROM t ORDER BY pay DESC",
                "4    | SELECT count(DISTINCT _file) FROM t",
                "none | SELECT count(*) FROM t.snapshots",
                "none | SELECT sum(record_count) FROM t.files",
                "4    | SELECT id FROM t TABLESAMPLE (50 PERCENT) REPEATABLE (3)",
                "4    | SELECT id, spark_partition_id(), monotonically_increasing_id(), rand(7) FROM t",
                "4    | SELECT id, rank() OVER (PARTITION BY dept ORDER BY pay) FROM t",
                "4    | SELECT * FROM (SELECT dept, pay FROM t) PIVOT (sum(pay) FOR dept IN ('ops', 'dev'))",
                "4    | SELECT id, n FROM t LATERAL VIEW explode(array(pay, boss)) AS n",
                "8    | SELECT a.id, b.id FROM t a JOIN t b ON a.boss = b.id",
                "6    | SELECT a.id, b.id FROM t a JOIN t b ON a.dept = b.dept",
                "3    | SELECT a.id, p.label FROM t a JOIN carbon.hr.plain p ON a.dept = p.label",
                "7    | SELECT a.id, b.id FROM t a LEFT JOIN t b ON a.boss = b.id AND b.dept = 'dev'",
                "8    | SELECT a.id, b.id FROM t a FULL OUTER JOIN t b ON a.boss = b.id",
                "8    | SELECT a.id FROM t a LEFT ANTI JOIN t b ON a.id = b.boss",
                "4    | SELECT id FROM t WHERE id < 3 UNION ALL SELECT id FROM t WHERE id >= 3",
                "4    | SELECT dept FROM t EXCEPT SELECT 'ops'",
                "8    | SELECT id FROM t INTERSECT SELECT boss FROM t",
                "8    | WITH c AS (SELECT id, boss FROM t) SELECT x.id FROM c x JOIN c y ON x.id = y.boss",
                "8    | SELECT id FROM t WHERE pay = (SELECT max(pay) FROM t)",
                "8    | SELECT id FROM t WHERE id IN (SELECT boss FROM t)",
                "8    | SELECT id FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.boss = a.id)",
                "8    | SELECT id, (SELECT count(*) FROM t b WHERE b.boss = a.id) FROM t a",
                "12   | SELECT a.id, x.n FROM t a, LATERAL (SELECT max(pay) AS n FROM t b WHERE b.boss = a.id) x"
            })
    void S20_the_answer_is_the_same_and_the_rows_are_counted(String count, String query) {
        String text = query.replaceAll("\\bt\\b", "carbon.hr.counted");
        Dataset<Row> rows = bob.sql(text);

        assertThat(answer(rows)).isEqualTo(answer(alice.sql(text)));
        assertThat(counted(rows)).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | SELECT * FROM carbon.hr.narrowed",
                "2 | SELECT count(*) FROM carbon.hr.narrowed WHERE id < 6",
                "6 | SELECT a.id FROM carbon.hr.narrowed a JOIN carbon.hr.narrowed b ON a.id = b.id",
                "7 | SELECT id FROM carbon.hr.narrowed UNION ALL SELECT id FROM carbon.hr.counted"
            })
    void S20_below_a_live_filter_those_rows_count_that_it_lets_through(String count, String query) {
        Dataset<Row> rows = bob.sql(query);

        assertThat(answer(rows))
                .isEqualTo(answer(alice.sql(query.replaceAll(
                        "carbon.hr.narrowed( [ab])?", "(SELECT * FROM carbon.hr.narrowed WHERE id <> 3)$1"))));
        assertThat(counted(rows)).isEqualTo(count);
    }

    @Test
    void S15_S20_rows_of_one_schema_are_counted_and_those_of_several_are_not() {
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE carbon.hr.grown (id INT, dept STRING) USING iceberg");
        admin.sql("INSERT INTO carbon.hr.grown VALUES (1, 'ops'), (2, 'dev')");
        TestEngine.index("policies/candidate_grown.json", shadow("pol_grown", "carbon.hr.grown"));
        String old = "SELECT id FROM carbon.hr.grown VERSION AS OF "
                + admin.sql("SELECT snapshot_id FROM carbon.hr.grown.snapshots")
                        .first()
                        .getLong(0);
        admin.sql("ALTER TABLE carbon.hr.grown ADD COLUMN pay INT FIRST");
        admin.sql("INSERT INTO carbon.hr.grown VALUES (300, 3, 'dev')");

        assertThat(counted(run(old))).isEqualTo("1");
        assertThat(counted(run("SELECT id FROM carbon.hr.grown"))).isEqualTo("2");
        Dataset<Row> both = bob.sql(old + " UNION ALL SELECT id FROM carbon.hr.grown");
        assertThat(answer(both)).containsExactly("[1]", "[1]", "[2]", "[2]", "[3]");
        assertThat(facts(both).reads())
                .hasSize(2)
                .allSatisfy(read -> assertThat(read.shadows())
                        .singleElement()
                        .satisfies(effect -> assertThat(effect.fault())
                                .contains("the statement reads the table in several of its schemas")));
        assertThat(counted(both)).isEqualTo("none");
    }

    @Test
    void S20_each_run_of_a_plan_counts_its_own_rows() {
        Dataset<Row> rows = bob.sql("SELECT id FROM carbon.hr.counted");

        assertThat(counted(rows)).isEqualTo("none");
        answer(rows);
        assertThat(counted(rows)).isEqualTo("4");
        answer(rows);
        assertThat(counted(rows)).isEqualTo("4");
    }

    @Test
    void S20_what_comes_from_a_cache_is_not_read() {
        bob.sql("CACHE TABLE carbon.hr.counted");
        try {
            Dataset<Row> rows = bob.sql("SELECT id, pay FROM carbon.hr.counted WHERE id > 2");

            assertThat(answer(rows)).hasSize(6);
            assertThat(counted(rows)).isEqualTo("none");
        } finally {
            bob.sql("UNCACHE TABLE carbon.hr.counted");
        }
        assertThat(counted(run("SELECT id FROM carbon.hr.counted"))).isEqualTo("4");
    }

    private static Dataset<Row> run(String query) {
        Dataset<Row> rows = bob.sql(query);
        answer(rows);
        return rows;
    }

    @Test
    void S20_views_of_queries_and_of_frames_are_counted_where_they_are_read() {
        bob.sql("CREATE OR REPLACE TEMPORARY VIEW counted_text AS SELECT id FROM carbon.hr.counted WHERE id > 3");
        bob.sql("SELECT id FROM carbon.hr.counted").createOrReplaceTempView("counted_frame");

        assertThat(counted(run("SELECT * FROM counted_text"))).isEqualTo("3");
        assertThat(counted(run("SELECT * FROM counted_frame"))).isEqualTo("4");
        assertThat(counted(run("SELECT * FROM counted_frame"))).isEqualTo("4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXPLAIN", "EXPLAIN EXTENDED", "EXPLAIN FORMATTED", "EXPLAIN CODEGEN", "EXPLAIN COST"})
    void S20_a_plan_shows_the_policy_and_nothing_that_it_says(String explain) {
        String text = bob.sql(explain + " SELECT id FROM carbon.hr.counted WHERE id > 3")
                .first()
                .getString(0);

        assertThat(text).contains("shadow(pol_counted)").doesNotContain("ops");
    }

    @Test
    void S20_files_are_pruned_as_if_nothing_was_counted() {
        String explain = "EXPLAIN SELECT id FROM carbon.hr.counted WHERE day = DATE'2024-01-01' AND pay > 100";

        assertThat(pushed(bob, explain)).isNotEmpty().isEqualTo(pushed(alice, explain));
    }

    private static List<String> pushed(SparkSession session, String explain) {
        return PUSHED.matcher(session.sql(explain).first().getString(0))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void S20_who_is_exempt_gets_the_plan_of_a_table_without_policies() {
        assertThat(alice.sql("EXPLAIN EXTENDED SELECT id FROM carbon.hr.counted")
                        .first()
                        .getString(0))
                .doesNotContainIgnoringCase("shadow");
    }

    @Test
    void S20_S24_what_is_counted_is_no_input_of_the_result() {
        assertThat(facts(bob.sql("SELECT id FROM carbon.hr.counted")).columns().toString())
                .contains("column=id")
                .doesNotContain("dept");
    }

    @Test
    void S20_rows_are_written_and_changed_as_without_it() {
        bob.sql("CREATE TABLE carbon.hr.shadow_copy USING iceberg AS SELECT id, dept FROM carbon.hr.counted");
        bob.sql("INSERT INTO carbon.hr.shadow_copy SELECT id + 10, dept FROM carbon.hr.counted WHERE id > 6");
        bob.sql("DELETE FROM carbon.hr.changed WHERE id = 1");
        bob.sql("DELETE FROM carbon.hr.changed WHERE day = DATE'2024-01-02'");
        bob.sql("UPDATE carbon.hr.changed SET pay = pay + 1 WHERE dept = 'ops'");
        bob.sql("MERGE INTO carbon.hr.changed c USING carbon.hr.counted s ON c.id = s.id"
                + " WHEN MATCHED AND s.id = 8 THEN DELETE WHEN NOT MATCHED AND s.id = 4 THEN INSERT *");

        assertThat(Stream.of("SELECT id, dept FROM carbon.hr.shadow_copy", "SELECT id, pay FROM carbon.hr.changed")
                        .map(query -> String.join(" ", answer(alice.sql(query)))))
                .containsExactly(
                        "[1,ops] [17,dev] [18,ops] [2,ops] [3,dev] [4,dev] [5,null] [6,ops] [7,dev] [8,ops]",
                        "[2,201] [3,300] [4,400] [7,700]");
    }
}
