package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * T38: a statement of a few lines that Spark would write out without bound is refused before it does. Without the bound what grows
 * comes to no end.
 */
@Timeout(120)
class PlanGrowthTest {
    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @AfterEach
    void no_view_stays() {
        bob.catalog().listTables().filter("isTemporary").select("name").collectAsList().stream()
                .map(row -> row.getString(0))
                .forEach(bob.catalog()::dropTempView);
    }

    private static String nested(String column, int levels) {
        String from = "(SELECT id AS x FROM carbon.hr.t)";
        for (int level = 0; level < levels; level++) {
            from = "(SELECT " + column + " AS x FROM " + from + ")";
        }
        return from;
    }

    private static String common(String column, int levels) {
        StringBuilder tables = new StringBuilder("WITH c0 AS (SELECT id AS x FROM carbon.hr.t)");
        for (int level = 1; level <= levels; level++) {
            tables.append(", c" + level + " AS (SELECT " + column.replace("$", "c" + (level - 1)) + " AS x FROM c"
                    + (level - 1) + ")");
        }
        return tables + " SELECT x FROM c" + levels;
    }

    static Stream<Arguments> growing() {
        String choice = "CASE WHEN x > 7 THEN x ELSE x + 1 END";
        return Stream.of(
                Arguments.of("a condition", "SELECT x FROM " + nested(choice, 30) + " WHERE x > 3"),
                Arguments.of(
                        "a condition of a join",
                        "SELECT a.x FROM " + nested(choice, 30) + " a JOIN carbon.hr.t b ON a.x = b.id"),
                Arguments.of("a type", "SELECT x FROM " + nested("struct(x AS l, x AS r)", 40)),
                Arguments.of("a type by a star", "SELECT * FROM " + nested("struct(*, *)", 40)),
                Arguments.of(
                        "a type by rows made of it",
                        "SELECT x FROM " + nested("explode(array(struct(x AS l, x AS r)))", 40)),
                Arguments.of("a type by common tables", common("struct(x AS l, x AS r)", 40)),
                Arguments.of(
                        "a type by sub-queries",
                        common("struct((SELECT max(x) FROM $) AS l, (SELECT max(x) FROM $) AS r)", 11)),
                Arguments.of(
                        "a type that is cast", "SELECT coalesce(x, NULL) FROM " + nested("struct(x AS l, x AS r)", 40)),
                Arguments.of("a star of stars", stars(30)),
                Arguments.of(
                        "a type by lambdas",
                        "SELECT x FROM " + nested("transform(array(x), e -> struct(e AS l, e AS r))", 40)),
                Arguments.of(
                        "a type that is cast, by replaced columns",
                        "FROM carbon.hr.t |> SELECT id AS x" + " |> SET x = struct(x, x)".repeat(40)
                                + " |> SELECT coalesce(x, NULL)"),
                Arguments.of(
                        "a type that is cast, by rows",
                        "SELECT coalesce(x40, NULL) FROM (SELECT id AS x0 FROM carbon.hr.t)" + rows(40)),
                Arguments.of(
                        "a type by unions",
                        "SELECT x FROM " + nested("struct(x AS l, x AS r)", 40) + " UNION ALL SELECT NULL"),
                Arguments.of("columns of one list", "SELECT id AS a0, " + columns(40) + " FROM carbon.hr.t"));
    }

    private static String stars(int levels) {
        return "SELECT *, * FROM (".repeat(levels) + "SELECT 1 AS a" + ")".repeat(levels);
    }

    private static String rows(int levels) {
        return IntStream.range(0, levels)
                .mapToObj(level ->
                        " LATERAL VIEW explode(array(struct(x$ AS l, x$ AS r))) e$ AS x".replace("$", "" + level)
                                + (level + 1))
                .collect(Collectors.joining());
    }

    private static String columns(int columns) {
        return IntStream.rangeClosed(1, columns)
                .mapToObj(column -> "struct(a" + (column - 1) + ", a" + (column - 1) + ") AS a" + column)
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("growing")
    void T38_what_grows_without_bound_is_refused(String what, String sql) {
        assertRefused(sql);
    }

    @Test
    void T38_no_view_of_it_can_be_made() {
        assertRefused("CREATE TEMPORARY VIEW grown AS SELECT x FROM " + nested("struct(x AS l, x AS r)", 40));
        assertRefused("CREATE TEMPORARY VIEW grown AS " + common("struct(x, x)", 40));
    }

    @Test
    void T38_columns_that_a_data_frame_adds_one_by_one_are_refused_as_well() {
        assertThatThrownBy(() -> {
                    Dataset<Row> frame = bob.sql("SELECT id AS x FROM carbon.hr.t");
                    for (int level = 0; level < 40; level++) {
                        frame = frame.withColumn("x", functions.struct("x", "x"));
                    }
                })
                .isInstanceOf(SparkRefusal.class);
    }

    @Test
    void sub_queries_within_one_another_are_each_counted_once() {
        String query = "SELECT 1 AS x";
        for (int level = 0; level < 40; level++) {
            query = "SELECT (" + query + ") AS x";
        }

        assertThat(bob.sql(query).first().getInt(0)).isEqualTo(1);
    }

    static Stream<String> small() {
        return Stream.of(
                "SELECT x FROM " + nested("CASE WHEN x > 7 THEN x ELSE x + 1 END", 4) + " WHERE x > 3",
                "SELECT x FROM " + nested("struct(x AS l, x AS r)", 5),
                common("coalesce(x, x)", 6),
                "SELECT x FROM " + nested("CASE WHEN x = 7 THEN NULL ELSE x END", 16),
                "SELECT count(*) FROM carbon.hr.t a" + joins(12) + " WHERE a.id > 0 AND a.id < 9 OR b1.id = b2.id",
                stars(6),
                "SELECT id FROM carbon.hr.t WHERE id IN (" + "1, ".repeat(12_000) + "1)",
                "SELECT id AS a0, " + columns(5) + " FROM carbon.hr.t",
                "SELECT " + "id + ".repeat(200) + "id FROM carbon.hr.t");
    }

    private static String joins(int joins) {
        return IntStream.rangeClosed(1, joins)
                .mapToObj(join -> " JOIN carbon.hr.t b$ ON a.id = b$.id AND a.name <=> b$.name".replace("$", "" + join))
                .collect(Collectors.joining());
    }

    @Test
    void conditions_one_above_the_other_are_answered() {
        Dataset<Row> frame = bob.sql("SELECT * FROM carbon.hr.t");
        for (int level = 0; level < 20; level++) {
            frame = frame.filter("id > 0 AND id < 100 AND (name IS NULL OR name <> 'x') AND id <> -" + level);
        }

        assertThat(frame.collectAsList()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("small")
    void what_grows_a_little_is_answered(String sql) {
        assertThat(bob.sql(sql).collectAsList()).isNotEmpty();
    }

    @Test
    void T38_views_that_double_each_other_end_while_they_are_named() {
        bob.sql("CREATE TEMPORARY VIEW v0 AS SELECT id FROM carbon.hr.t");
        for (int level = 1; level < 8; level++) {
            bob.sql(doubled(level));
        }

        assertThat(bob.sql("SELECT * FROM v3").columns()).containsExactly("id");
        assertRefused(doubled(8));
    }

    @Test
    void T38_a_session_keeps_so_many_temporary_views() {
        SparkSession own = TestEngine.sibling(bob, "bob");
        for (int view = 0; view < 1_000; view++) {
            own.sql("CREATE TEMPORARY VIEW kept" + view + " AS SELECT 1 AS a");
        }

        assertThatThrownBy(() -> own.sql("CREATE TEMPORARY VIEW one_more AS SELECT 1 AS a"))
                .isInstanceOf(SparkRefusal.class);
        own.catalog().dropTempView("kept7");
        own.sql("CREATE TEMPORARY VIEW one_more AS SELECT 1 AS a");
    }

    @Test
    void views_with_many_sub_queries_count_once_each() {
        bob.sql("CREATE TEMPORARY VIEW asking AS SELECT id"
                + IntStream.range(0, 40)
                        .mapToObj(i -> ", (SELECT max(name) FROM carbon.hr.t u WHERE u.id = t.id) AS m" + i)
                        .collect(Collectors.joining())
                + " FROM carbon.hr.t t");

        String all = IntStream.range(0, 10)
                .mapToObj(i -> "SELECT id, m1 FROM asking")
                .collect(Collectors.joining(" UNION ALL "));
        assertThat(bob.sql(all).columns()).containsExactly("id", "m1");
    }

    private static String doubled(int level) {
        return "CREATE TEMPORARY VIEW v" + level + " AS SELECT a.id FROM v" + (level - 1) + " a, v" + (level - 1)
                + " b";
    }

    @Test
    void T38_views_that_are_kept_as_plans_are_counted_by_what_they_read() {
        bob.sql("SELECT 1 AS a").createOrReplaceTempView("one");
        bob.sql(sum("one", 40)).createOrReplaceTempView("forty");
        bob.sql(sum("forty", 45)).createOrReplaceTempView("many");

        assertThat(bob.sql("SELECT * FROM many").columns()).containsExactly("a");
        assertRefused(sum("many", 2));
        bob.sql("CREATE TEMPORARY VIEW named AS " + sum("forty", 30));
        assertRefused(sum("named", 3));
    }

    private static String sum(String view, int times) {
        return String.join(" UNION ALL ", Collections.nCopies(times, "SELECT * FROM " + view));
    }

    private static void assertRefused(String sql) {
        assertThatThrownBy(() -> bob.sql(sql).schema())
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
    }
}
