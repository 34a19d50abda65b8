package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: what Spark writes out to more than the text says is refused before it does, whatever function or phrase it is. */
@Timeout(60)
class RepeatedArgumentsTest {
    private static final int LEVELS = 40;

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

    private static String nested(String call, int levels) {
        String column = "id";
        for (int level = 0; level < levels; level++) {
            column = call.replace("$", column);
        }
        return column;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nullifzero($)",
                "decode($, 1, 2, 3, 4)",
                "right($, 2)",
                "left(right($, 2), 1)",
                "CASE $ WHEN 1 THEN 2 WHEN 3 THEN 4 END",
                "CASE bigint($) WHEN 1 THEN 2 WHEN 3L THEN 4 END",
                "($ LIKE ANY ('a', name))"
            })
    void T38_what_holds_an_argument_several_times_is_refused_where_it_nests(String call) {
        assertRefused("SELECT " + nested(call, LEVELS) + " FROM carbon.hr.t");
        assertRefused("SELECT id FROM carbon.hr.t WHERE " + nested(call, LEVELS) + " = 1");
        assertAnswered("SELECT " + nested(call, 2) + " FROM carbon.hr.t");
    }

    static Stream<String> wide() {
        return Stream.of(
                "SELECT window(current_timestamp(), '1000 days', '1 second') FROM carbon.hr.t",
                "SELECT approx_count_distinct(id, 0.00001) FROM carbon.hr.t",
                "SELECT stack(1000000000, id, id) FROM carbon.hr.t",
                "SELECT * FROM stack(1000000000, 1, 2)",
                "SELECT id FROM carbon.hr.t LATERAL VIEW stack(1000000000, id, id) s AS a",
                "SELECT * FROM carbon.hr.t PIVOT (" + sums(2_000) + " FOR id IN (" + numbers(2_000) + "))",
                "SELECT name, region, " + numbers(300) + " FROM carbon.hr.t GROUP BY GROUPING SETS ("
                        + IntStream.range(0, 4_000)
                                .mapToObj(set -> "(name, region)")
                                .collect(Collectors.joining(", "))
                        + "), "
                        + IntStream.range(0, 300).mapToObj(i -> "id + " + i).collect(Collectors.joining(", ")),
                "SELECT concat(" + stars(2_000) + ") FROM carbon.hr.t",
                "SELECT " + stars(2_000) + " FROM carbon.hr.t",
                names(30),
                "SELECT "
                        + IntStream.range(0, 1_500)
                                .mapToObj(i -> "count(DISTINCT id + " + i + ")")
                                .collect(Collectors.joining(", "))
                        + " FROM carbon.hr.t");
    }

    private static String sums(int sums) {
        return IntStream.range(0, sums)
                .mapToObj(sum -> "sum(id + " + sum + ") AS s" + sum)
                .collect(Collectors.joining(", "));
    }

    private static String numbers(int numbers) {
        return IntStream.range(0, numbers).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    private static String stars(int stars) {
        return String.join(", ", Collections.nCopies(stars, "*"));
    }

    private static String names(int levels) {
        return "SELECT concat(*, *) FROM (".repeat(levels) + "SELECT name FROM carbon.hr.t" + ")".repeat(levels);
    }

    @ParameterizedTest
    @MethodSource("wide")
    void T38_what_a_word_stands_for_is_refused_where_it_is_without_measure(String sql) {
        assertRefused(sql);
    }

    static Stream<String> constants() {
        String names = "(SELECT 1 AS x FROM carbon.hr.t)";
        String structs = "(SELECT struct(id AS a, id AS b) AS x FROM carbon.hr.t)";
        for (int level = 0; level < LEVELS; level++) {
            names = "(SELECT if(x = 1, x, x + 1) AS x FROM " + names + ")";
            structs = "(SELECT struct(x.a AS a, x.b AS b) AS x FROM " + structs + ")";
        }
        return Stream.of(
                "SELECT x FROM " + names,
                "SELECT x FROM " + structs,
                "SELECT repeat('x', 1000000000) FROM carbon.hr.t",
                "SELECT repeat('x', 1000 * 1000 * 1000) FROM carbon.hr.t",
                "SELECT repeat('x', int(pow(10, 9))) FROM carbon.hr.t",
                "SELECT repeat('x', '1000000000') FROM carbon.hr.t",
                "SELECT repeat(x, n) FROM (SELECT 'x' AS x, 1000000000 AS n FROM carbon.hr.t)",
                "SELECT repeat(x, 10000) FROM (SELECT repeat('x', 10000) AS x FROM carbon.hr.t)",
                "WITH c AS (SELECT repeat('x', 10000) AS x FROM carbon.hr.t) SELECT repeat(x, 10000) FROM c",
                "SELECT from_json(concat('[', repeat('{},', 1000000), '{}]'), 'ARRAY<STRUCT<" + fields(500) + ">>')",
                "SELECT id FROM carbon.hr.t LIMIT length(repeat('x', 1000000000))",
                "SELECT * FROM VALUES (repeat('x', 1000000000))",
                "SELECT length(repeat('x', 1000000000))",
                "SELECT repeat(repeat('x', 10000), 10000)",
                "SELECT space(1000000000)",
                "SELECT lpad('x', 1000000000, 'y')",
                "SELECT rpad('x', 1000000000)",
                "SELECT lpad(x'01', 1000000000, x'02')",
                "SELECT array_repeat(1, 1000000000)",
                "SELECT array_insert(array(1), 1000000000, 1)",
                "SELECT explode(sequence(1, 1000000000))",
                "SELECT explode(sequence(1L, 1000000000L, 2L))",
                "SELECT sequence(DATE '0001-01-01', DATE '9999-01-01', INTERVAL 1 SECOND)",
                "SELECT sequence(TIMESTAMP '0001-01-01 00:00:00', TIMESTAMP '9999-01-01 00:00:00', INTERVAL 1 SECOND)",
                "SELECT format_string('%1000000000d', 1)",
                "SELECT format_number(1, 1000000000)",
                "SELECT replace(repeat('a', 100000), 'a', repeat('b', 100000))",
                "SELECT regexp_replace(repeat('a', 100000), 'a', repeat('b', 100000))",
                "SELECT array_join(array_repeat('a', 100000), repeat('b', 100000))",
                "SELECT concat_ws(repeat('b', 100000), array_repeat('a', 100000))",
                "SELECT " + nested("hex($)", 1).replace("id", hex(60)),
                "SELECT split(repeat('a', 10000000), '')",
                // Sketches that say of themselves that their table has 2 to the 27 places, and have none.
                "SELECT hll_sketch_estimate(X'0301070C1B00000105000000')",
                "SELECT hll_sketch_estimate(unhex('0301070C1B00000105000000'))",
                "SELECT hll_sketch_estimate(x) FROM (SELECT X'0301070C1B00000105000000' AS x)",
                "SELECT hll_sketch_estimate(hll_union(X'0301070C1B00000105000000', X'0301070C1B00000105000000'))",
                "SELECT approx_top_k_estimate(named_struct('sketch', X'01010A1B1B000000', 'maxItemsTracked', 10, 'itemDataType',"
                        + " CAST(NULL AS INT), 'itemDataTypeDDL', 'item INT'), 1)",
                "SELECT " + String.join(", ", Collections.nCopies(10, "repeat('x', 10000000)")));
    }

    private static String fields(int fields) {
        return IntStream.range(0, fields)
                .mapToObj(field -> "f" + field + ": INT")
                .collect(Collectors.joining(", "));
    }

    private static String hex(int levels) {
        return "hex(".repeat(levels) + "'a'" + ")".repeat(levels);
    }

    @Test
    void T38_what_is_known_of_renamed_columns_is_not_written_for_each_choice_of_names() {
        assertRefused(renamed(30));
    }

    @Test
    void T38_what_a_condition_names_within_itself_is_not_written_out_without_measure() {
        assertRefused("SELECT id FROM carbon.hr.t WHERE " + between(30));
        assertRefused("SELECT id FROM carbon.hr.t WHERE " + nested("nullif($, 9)", 30) + " = 1");
        assertRefused("SELECT a.id FROM carbon.hr.t a JOIN carbon.hr.plain b ON a.id = b.id AND "
                + between(30).replace("id > 0", "a.id > b.id"));
    }

    private static String between(int levels) {
        return nested("(($) BETWEEN false AND true)", levels).replace("id", "id > 0");
    }

    private static String renamed(int columns) {
        String made = IntStream.range(0, columns)
                .mapToObj(i -> "id + " + i + " AS a" + i)
                .collect(Collectors.joining(", "));
        String sum = IntStream.range(0, columns).mapToObj(i -> "a" + i).collect(Collectors.joining(" + "));
        String renamed =
                IntStream.range(0, columns).mapToObj(i -> "a" + i + " AS b" + i).collect(Collectors.joining(", "));
        return "SELECT x.b0 FROM (SELECT " + renamed + " FROM (SELECT DISTINCT " + made + " FROM carbon.hr.t) WHERE "
                + sum + " > 0) x JOIN carbon.hr.t y ON x.b0 = y.id";
    }

    @ParameterizedTest
    @MethodSource("constants")
    void T38_constants_without_measure_are_refused_before_they_are_worked_out(String sql) {
        assertRefused(sql);
    }

    static Stream<String> ordinary() {
        return Stream.of(
                "SELECT " + nested("nullif($, 1)", 30) + " FROM carbon.hr.t",
                "SELECT " + nested("zeroifnull($)", LEVELS) + " FROM carbon.hr.t",
                "SELECT " + nested("nullifzero($)", 8) + " FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t WHERE " + between(4),
                "SELECT id FROM carbon.hr.t WHERE " + nested("nullif($, 9)", 4) + " = 1",
                renamed(8),
                "SELECT decode(id, " + numbers(400) + ") FROM carbon.hr.t",
                "SELECT CASE upper(trim(name)) "
                        + IntStream.range(0, 200)
                                .mapToObj(branch -> "WHEN 'n" + branch + "' THEN " + branch)
                                .collect(Collectors.joining(" "))
                        + " END FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t WHERE id IN (" + numbers(5_000) + ")",
                "SELECT "
                        + IntStream.range(0, 500)
                                .mapToObj(
                                        column -> "CASE WHEN id = " + column + " THEN nvl(name, 'x') END AS c" + column)
                                .collect(Collectors.joining(", "))
                        + " FROM carbon.hr.t",
                "SELECT window(ts, '1 day', '10 minutes') FROM (SELECT current_timestamp() AS ts FROM carbon.hr.t)",
                "SELECT approx_count_distinct(id, 0.01) FROM carbon.hr.t",
                "SELECT * FROM carbon.hr.t PIVOT (sum(id) AS s, max(id) AS m FOR region IN ('EU', 'US'))",
                "SELECT "
                        + IntStream.range(0, 60)
                                .mapToObj(i -> "count(DISTINCT id + " + i + ")")
                                .collect(Collectors.joining(", "))
                        + " FROM carbon.hr.t",
                "SELECT name, region, count(*) FROM carbon.hr.t GROUP BY CUBE(name, region)",
                "SELECT concat(*) FROM (SELECT name, region FROM carbon.hr.t)",
                "SELECT repeat('x', 100000)",
                "SELECT hll_sketch_estimate(X'0201070C03080000')",
                "SELECT hll_sketch_estimate(hll_sketch_agg(id, 21)) FROM carbon.hr.t",
                "SELECT repeat(name, 10) FROM carbon.hr.t",
                "SELECT count(*) FROM (SELECT explode(sequence(1, 1000000)))",
                "SELECT explode(sequence(DATE '2000-01-01', current_date(), INTERVAL 1 DAY))",
                "SELECT explode(sequence(DATE '2000-01-01', DATE '2030-01-01', INTERVAL 1 MONTH))",
                "SELECT lpad(name, 20, ' '), format_string('%05d', id), replace(name, 'a', 'b') FROM carbon.hr.t",
                "SELECT x.a FROM (SELECT struct(id AS a, name AS b) AS x FROM carbon.hr.t)",
                "SELECT upper(repeat(x, n)) FROM VALUES ('a', 3), ('b', 2) AS t(x, n) WHERE n > 2",
                "SELECT * FROM stack(2, 1, 2, 3, 4)");
    }

    @ParameterizedTest
    @MethodSource("ordinary")
    void what_people_write_is_answered(String sql) {
        assertAnswered(sql);
    }

    private static void assertAnswered(String sql) {
        assertThat(bob.sql(sql).collectAsList()).isNotEmpty().hasOnlyElementsOfType(Row.class);
    }

    private static void assertRefused(String sql) {
        assertThatThrownBy(() -> bob.sql(sql).collectAsList())
                .isInstanceOfSatisfying(
                        SparkRefusal.class,
                        refusal -> assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.NOT_GOVERNABLE));
    }
}
