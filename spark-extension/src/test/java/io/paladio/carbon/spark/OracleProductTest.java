package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * T19: every expression that can fail, in every place where one may stand, under every mode. What comes of it for a restricted
 * principal must be what comes of it over a plain table of just what that principal sees: the same rows, or the same error.
 */
class OracleProductTest {
    private static final String HIDDEN = "3";
    private static final String VISIBLE = "2";
    private static final String COPY = "carbon.hr.seen_by_bob";

    /** Each yields an INT, and fails (in ANSI mode at least) on the row whose id is %s. */
    private static final Map<String, String> KINDS = new TreeMap<>(Map.of(
            "division", "1 / (id - %s) + 1",
            "cast", "CAST(if(id = %s, 'x', '1') AS INT)",
            "overflow", "2147483647 - 1 + if(id = %s, 2, 1) - 2147483647",
            "array index", "array(1)[if(id = %s, 5, 0)]",
            "raise_error", "if(id = %s, raise_error('seen'), 1)",
            "assert_true", "if(assert_true(id <> %s) IS NULL, 1, 0)",
            "date", "year(to_date(if(id = %s, 'x', '2024-01-01'), 'yyyy-MM-dd'))",
            "decimal", "CAST(CAST(if(id = %s, 1000, 1) AS DECIMAL(3,1)) AS INT)",
            "element_at", "element_at(array(1), if(id = %s, 5, 1))"));

    private static final Map<String, String> PLACES = new TreeMap<>(Map.ofEntries(
            Map.entry("filter", "SELECT id FROM {t} WHERE {f}"),
            Map.entry("filter beside a leakproof one", "SELECT id FROM {t} WHERE id < 9 AND {f}"),
            Map.entry("projection", "SELECT id, {e} AS e FROM {t}"),
            Map.entry("join key", "SELECT x.e FROM (SELECT {e} AS e FROM {t}) x JOIN (SELECT 1 AS e) y ON x.e = y.e"),
            Map.entry("sort key", "SELECT id FROM {t} ORDER BY {e}, id"),
            Map.entry("group key", "SELECT {e} AS e, count(*) AS n FROM {t} GROUP BY {e}"),
            Map.entry("window", "SELECT id, sum({e}) OVER (ORDER BY id) AS e FROM {t}"),
            Map.entry("having", "SELECT region, sum({e}) AS e FROM {t} GROUP BY region HAVING sum({e}) > 0"),
            Map.entry("aggregate filter", "SELECT count(*) FILTER (WHERE {f}) AS n FROM {t}"),
            Map.entry("sub-query", "SELECT id FROM carbon.hr.plain WHERE id IN (SELECT {e} FROM {t})"),
            Map.entry(
                    "correlated sub-query",
                    "SELECT p.id FROM carbon.hr.plain p WHERE EXISTS"
                            + " (SELECT 1 FROM {t} t WHERE t.id = p.id AND {f})"),
            Map.entry("scalar sub-query", "SELECT (SELECT max({e}) FROM {t}) AS e"),
            Map.entry("lateral", "SELECT id, l.e FROM {t}, LATERAL (SELECT {e} AS e) l"),
            Map.entry("case", "SELECT id, CASE WHEN salary > 0 THEN {e} ELSE 0 END AS e FROM {t}")));

    private static SparkSession bob;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession alice = TestEngine.session("alice");
        alice.sql("CREATE OR REPLACE TABLE " + COPY + " (id INT, name STRING, region STRING, ssn STRING, salary INT,"
                + " day DATE) USING iceberg");
        alice.sql("INSERT INTO " + COPY + " VALUES"
                + " (1,'ann','EU','nnn-nn-1111',100,DATE'2024-01-01'),"
                + " (2,'bob','EU','nnn-nn-2222',200,DATE'2024-01-02'),"
                + " (6,'fay','EU',NULL,600,DATE'2024-01-03')");
        bob = TestEngine.session("bob");
        // Every failure is expected here, and is a stack trace in the log otherwise.
        ((org.apache.spark.sql.classic.SparkSession) bob).sparkContext().setLogLevel("OFF");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    /** All kinds at once, failing on that row: a hidden one must fail in none of them, so that one statement tries them all. */
    private static String all(String place, String table, String row) {
        List<String> each =
                KINDS.values().stream().map(kind -> kind.formatted(row)).toList();
        return PLACES.get(place)
                .replace("{t}", table)
                .replace("{f}", "(" + String.join(") IS NOT NULL AND (", each) + ") IS NOT NULL")
                .replace("{e}", "array_max(array(" + String.join(", ", each) + "))");
    }

    private static String one(String kind, String place, String table, String row) {
        String expression = KINDS.get(kind).formatted(row);
        return PLACES.get(place)
                .replace("{t}", table)
                .replace("{f}", "(" + expression + ") IS NOT NULL")
                .replace("{e}", "(" + expression + ")");
    }

    @Test
    void T19_no_expression_in_no_place_fails_on_a_hidden_row() {
        Map<String, String> differ = new TreeMap<>();
        for (String place : PLACES.keySet()) {
            for (String ansi : List.of("true", "false")) {
                bob.conf().set("spark.sql.ansi.enabled", ansi);
                String right = outcome(all(place, COPY, HIDDEN));
                for (String adaptive : List.of("true", "false")) {
                    bob.conf().set("spark.sql.adaptive.enabled", adaptive);
                    String seen = outcome(all(place, "carbon.hr.t", HIDDEN));
                    if (!seen.equals(right) || isError(seen)) {
                        differ.put(place, seen + " in place of " + right + ", ANSI " + ansi + ", adaptive " + adaptive);
                    }
                }
            }
        }

        assertThat(differ).isEmpty();
    }

    /** The other half: each kind would be seen, and in each place, since on a visible row it fails as it does over a plain table. */
    @Test
    void T19_control_what_fails_on_a_visible_row_fails_as_over_a_plain_table() {
        bob.conf().set("spark.sql.ansi.enabled", "true");
        bob.conf().set("spark.sql.adaptive.enabled", "true");
        Map<String, String> differ = new TreeMap<>();
        for (String kind : KINDS.keySet()) {
            compare(differ, kind, "projection");
        }
        for (String place : PLACES.keySet()) {
            compare(differ, "raise_error", place);
        }

        assertThat(differ).isEmpty();
    }

    private static void compare(Map<String, String> differ, String kind, String place) {
        String right = outcome(one(kind, place, COPY, VISIBLE));
        String seen = outcome(one(kind, place, "carbon.hr.t", VISIBLE));
        if (!seen.equals(right) || !isError(seen)) {
            differ.put(kind + " in a " + place, seen + " in place of " + right);
        }
    }

    private static boolean isError(String outcome) {
        return !outcome.startsWith("[");
    }

    private static String outcome(String sql) {
        try {
            return bob.sql(sql).collectAsList().stream()
                    .map(Row::toString)
                    .sorted()
                    .toList()
                    .toString();
        } catch (Exception failure) {
            return condition(failure).orElseGet(() -> failure.getClass().getName());
        }
    }

    private static Optional<String> condition(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SparkThrowable spark && spark.getCondition() != null) {
                return Optional.of(spark.getCondition());
            }
        }
        return Optional.empty();
    }
}
