package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S3, S4: however a table is stored, a filter shows the rows that it shows where nothing is stored at all. */
class StoredFilterTest {
    private static final List<String> LAYOUTS = List.of(
            "",
            "PARTITIONED BY (d, r, n)",
            "PARTITIONED BY (truncate(1, d), bucket(2, r), truncate(10, n))",
            "PARTITIONED BY (days(at))",
            "TBLPROPERTIES ('write.metadata.metrics.default'='none')");

    private static final List<String> FILTERS = List.of(
            "NOT (d = 'ops' AND r = 'EU')",
            "d <> 'ops' OR r <> 'EU'",
            "d <> 'ops'",
            "NOT (d IN ('ops', 'x')) OR r <> 'EU'",
            "d NOT IN ('ops', 'x')",
            "NOT (d <=> 'ops') OR r <> 'EU'",
            "d < 'f' OR r <> 'EU'",
            "d >= 'f' OR r <> 'EU'",
            "n < 5 OR n > 100",
            "NOT (n BETWEEN 3 AND 99)",
            "n < 5 OR r = 'ZZ'",
            "NOT (n < 5)",
            "d NOT LIKE 'o%' OR r NOT LIKE 'E%'",
            "d LIKE 'o%' OR r LIKE 'E%'",
            "d LIKE 'o%'",
            "NOT (d LIKE 'o%')",
            "d IS NULL OR r = 'EU'",
            "NOT (d IS NULL) AND r <=> NULL",
            "score > 5.0D",
            "NOT (score <= 5.0D)",
            "score >= 5.0D OR d = 'ops'",
            "score <> 7.0D",
            "at > TIMESTAMP '2024-01-01 12:00:00Z'",
            "NOT (at <= TIMESTAMP '2024-01-01 12:00:00Z') OR d = 'ops'",
            "coalesce(d, 'none') <> 'ops'");

    private static final Map<String, List<String>> RIGHT = new HashMap<>();

    private static SparkSession admin;
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        admin = TestEngine.session("admin");
        bob = TestEngine.session("bob");
        admin.sql("CREATE TEMPORARY VIEW rows AS SELECT CAST(id AS INT) AS id, d, r, n, score, at FROM"
                + " (SELECT explode(array('ops', 'dev', '', NULL)) AS d), (SELECT explode(array('EU', 'US', NULL)) AS r),"
                + " (SELECT explode(array(1, 50, NULL)) AS n),"
                + " (SELECT explode(array(1D, 7D, DOUBLE('NaN'), NULL)) AS score),"
                + " (SELECT explode(array(TIMESTAMP '2024-01-01 00:00:00Z', NULL)) AS at),"
                + " LATERAL (SELECT abs(hash(d, r, n, score, at)) AS id)");
        for (int layout = 0; layout < LAYOUTS.size(); layout++) {
            admin.sql(
                    "CREATE TABLE " + table(layout) + " (id INT, d STRING, r STRING, n INT, score DOUBLE, at TIMESTAMP)"
                            + " USING iceberg " + LAYOUTS.get(layout));
            admin.sql("INSERT INTO " + table(layout) + " SELECT /*+ COALESCE(1) */ * FROM rows");
        }
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    private static String table(int layout) {
        return "carbon.hr.stored" + layout;
    }

    static Stream<Arguments> cases() {
        return Stream.iterate(0, n -> n < LAYOUTS.size(), n -> n + 1)
                .flatMap(layout -> FILTERS.stream().map(filter -> Arguments.of(layout, filter)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void S3_a_policy_shows_what_its_filter_shows(int layout, String filter) {
        TestEngine.index("policies/stored.json", SampleTables.rowFilter("pol_stored", table(layout), filter));

        assertThat(ids(bob, "SELECT id FROM " + table(layout))).isEqualTo(right(filter));
    }

    static Stream<Arguments> casesOfFilesLeftOut() {
        return cases().filter(of -> !of.get()[0].equals(0) && !of.get()[0].equals(2));
    }

    @ParameterizedTest
    @MethodSource("casesOfFilesLeftOut")
    void S4_a_predicate_of_the_user_shows_the_same_below_the_barrier(int layout, String filter) {
        TestEngine.index("policies/stored.json", SampleTables.rowFilter("pol_stored", table(layout), "d = 'ops'"));

        assertThat(ids(bob, "SELECT id FROM " + table(layout) + " WHERE " + filter))
                .isEqualTo(right("d = 'ops' AND (" + filter + ")"));
    }

    /** Files that are left out and files without a visible row are the same to whoever counts partitions. */
    @Test
    void T20_which_files_are_left_out_decides_nothing_about_how_visible_rows_are_put_together() {
        TestEngine.index("policies/parts.json", SampleTables.rowFilter("pol_parts", "carbon.hr.parts", "d = 'ops'"));
        admin.sql("CREATE TABLE carbon.hr.parts (id INT, d STRING) USING iceberg");
        for (int id = 0; id < 10; id++) {
            admin.sql("INSERT INTO carbon.hr.parts VALUES (" + id + ", '" + (id % 9 == 0 ? "ops" : "dev") + "')");
        }

        // In which order Iceberg finds files of several manifests is a matter of its threads.
        assertThat(parts("0, 9, 3, 4, 5, 6"))
                .containsExactlyInAnyOrderElementsOf(parts("0, 9, 13, 14, 15, 16"))
                .containsExactlyInAnyOrder("[0]", "[9]");
    }

    private static List<String> parts(String ids) {
        String query = "SELECT id FROM carbon.hr.parts WHERE id IN (" + ids + ")";
        return bob.sql(query).queryExecution().toRdd().toJavaRDD().map(row -> row.getInt(0)).glom().collect().stream()
                .filter(part -> !part.isEmpty())
                .map(Object::toString)
                .toList();
    }

    /** A NaN is in no bounds of a file, and Spark's greatest number. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "9"})
    void T20_what_is_hidden_decides_nothing_about_a_visible_NaN(String hidden) {
        TestEngine.index("policies/nan.json", SampleTables.rowFilter("pol_nan", "carbon.hr.nan" + hidden, "d = 'ops'"));
        admin.sql("CREATE TABLE carbon.hr.nan" + hidden + " USING iceberg AS SELECT /*+ COALESCE(1) */ * FROM VALUES"
                + " (1, 'ops', DOUBLE('NaN')), (2, 'dev', DOUBLE(" + hidden + ")) AS v(id, d, score)");

        assertThat(ids(bob, "SELECT id FROM carbon.hr.nan" + hidden + " WHERE score > 5"))
                .containsExactly("[1]");
    }

    /** The same for every layout. */
    private static List<String> right(String condition) {
        return RIGHT.computeIfAbsent(condition, asked -> ids(admin, "SELECT id FROM rows WHERE " + asked));
    }

    private static List<String> ids(SparkSession session, String query) {
        return session.sql(query).collectAsList().stream()
                .map(Row::toString)
                .sorted()
                .toList();
    }
}
