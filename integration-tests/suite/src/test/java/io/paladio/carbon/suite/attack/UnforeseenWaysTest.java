package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Steward;
import io.paladio.carbon.suite.fixture.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ways that no row of the threat model names: each was tried on a whole server. What is answered is what a plain table of the visible
 * rows answers; everything else is refused by name.
 */
@ExtendWith(SharedEngine.class)
class UnforeseenWaysTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final String T = "carbon.hr.t";
    private static final String SEEN = "seen_by_bob";

    private static final List<String> ANSWERED = List.of(
            "SELECT sum(hash(*)), count(DISTINCT xxhash64(*)) FROM {t}",
            "SELECT schema_of_variant_agg(to_variant_object(struct(id, ssn))) FROM {t}",
            "SELECT variant_get(parse_json(to_json(struct(id, ssn))), '$.ssn', 'string') FROM {t} ORDER BY 1",
            "SELECT parse_json(to_json(info)):city::string FROM {t} ORDER BY 1",
            "SELECT collate(dept, 'UTF8_LCASE') AS c, count(*) FROM {t} GROUP BY 1 ORDER BY 1",
            "SELECT id FROM {t} WHERE ssn COLLATE UNICODE_CI = 'NNN-NN-3333'",
            "SELECT from_json(concat('{\"a\":\"', ssn, '\"}'), 'a STRING', map('mode', 'FAILFAST')) FROM {t} ORDER BY 1",
            "SELECT try_validate_utf8(ssn), is_valid_utf8(name) FROM {t} ORDER BY 1",
            "SELECT a.id AS i, l.j FROM {t} a, LATERAL (SELECT b.id AS j FROM {t} b WHERE b.dept = a.dept ORDER BY b.id LIMIT 1) l ORDER BY i",
            "SELECT k, CAST(v AS STRING) AS text FROM {t}, LATERAL variant_explode(parse_json(to_json(struct(ssn)))) AS e(p, k, v) ORDER BY 2",
            "WITH RECURSIVE r(n) AS (SELECT id FROM {t} WHERE dept = 'eng' UNION ALL SELECT n + 100 FROM r WHERE n < 200)"
                    + " SELECT count(*), max(n) FROM r",
            "SELECT window(timestamp_seconds(id), '4 seconds') AS w, count(*) FROM {t} GROUP BY 1 ORDER BY 1",
            "SELECT session_window(timestamp_seconds(id), '2 seconds') AS w, count(*) FROM {t} GROUP BY 1 ORDER BY 1",
            "SELECT * FROM {t} NATURAL JOIN (SELECT 3 AS id)",
            "SELECT count(*) FROM {t} WHERE ssn = (SELECT raise_error(name) FROM {t} WHERE dept = 'hr')",
            "SELECT try_make_timestamp(2020, id, 1, 0, 0, 0), make_dt_interval(id) FROM {t} ORDER BY 1",
            "SELECT hll_sketch_estimate(hll_sketch_agg(ssn)), approx_percentile(id, 0.5) FROM {t}",
            "FROM {t} |> EXTEND length(ssn) AS l |> SET name = upper(name) |> DROP info |> WHERE l > 3 |> ORDER BY id",
            "SELECT listagg(ssn, ',') WITHIN GROUP (ORDER BY id) FROM {t}",
            "SELECT max_by(ssn, id), mode(dept), any_value(dept) FROM {t}",
            "SELECT sort_array(approx_top_k(ssn)) FROM {t}",
            "SELECT approx_top_k_estimate(approx_top_k_accumulate(dept)) FROM {t}",
            "SELECT kll_sketch_get_n_bigint(kll_sketch_agg_bigint(id)), theta_sketch_estimate(theta_sketch_agg(ssn)) FROM {t}",
            "SELECT hll_sketch_estimate(hll_union(hll_sketch_agg(ssn), hll_sketch_agg(name))) FROM {t}",
            "SELECT id, ntile(3) OVER (ORDER BY ssn, id) FROM {t} ORDER BY id",
            "SELECT id, count(*) OVER (ORDER BY salary RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING) FROM {t} ORDER BY id",
            "SELECT * FROM (SELECT id, dept, ssn FROM {t}) PIVOT (max(ssn) FOR dept IN ('eng', 'ops')) ORDER BY id",
            "SELECT * FROM (SELECT id, salary FROM {t}) UNPIVOT INCLUDE NULLS (v FOR n IN (salary)) ORDER BY id",
            "SELECT histogram_numeric(id, 5), listagg(DISTINCT ssn) WITHIN GROUP (ORDER BY ssn) FROM {t}",
            "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY id), mode() WITHIN GROUP (ORDER BY dept) FROM {t}",
            "SELECT id, element_at(map(130, 1), salary), try_to_number(ssn, '999') FROM {t} ORDER BY id",
            "SELECT hex(bitmap_construct_agg(bitmap_bit_position(id))) FROM {t}",
            "WITH RECURSIVE r(n, s) AS (SELECT 1, ssn FROM {t} WHERE id = 1 UNION ALL SELECT n + 1, s FROM r WHERE n < 3)"
                    + " SELECT * FROM r ORDER BY n");

    /** As dan, who may not know that the table is there; as alice, who may do each of them. */
    private static final List<String> OF_DAN = List.of(
            "SELECT 1 FROM carbon.hr.t",
            "SELECT * FROM carbon.hr.t.snapshots",
            "EXPLAIN SELECT * FROM carbon.hr.t",
            "DESCRIBE TABLE EXTENDED carbon.hr.t AS JSON",
            "SHOW CREATE TABLE carbon.hr.t",
            "SHOW COLUMNS IN carbon.hr.t",
            "SELECT * FROM effective_policies('carbon.hr.t')",
            "CREATE OR REPLACE TEMPORARY VIEW unforeseen_of_dan AS SELECT * FROM carbon.hr.t",
            "CACHE LAZY TABLE carbon.hr.t",
            "REFRESH TABLE carbon.hr.t",
            "UNCACHE TABLE carbon.hr.t",
            "CALL carbon.system.ancestors_of('hr.t')");

    @BeforeAll
    static void what_bob_sees_as_a_plain_table(Engine engine) {
        for (String statement : List.of(
                "DROP TABLE IF EXISTS carbon.hr." + SEEN,
                "CREATE TABLE carbon.hr." + SEEN + " AS SELECT id, name, dept, salary, ssn, info FROM " + T,
                "CREATE OR REPLACE TABLE carbon.hr.bobs_own AS SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c') AS p(id, word)")) {
            Answer answer = engine.as("bob").sql(statement);
            assertThat(answer.isError()).as("%s", answer).isFalse();
        }
        Steward.release(engine, "carbon.hr." + SEEN);
    }

    @Test
    void what_is_answered_is_answered_as_over_a_plain_table(Engine engine) {
        Map<String, String> differ = new TreeMap<>();
        for (String statement : ANSWERED) {
            Answer right = engine.as("bob").sql(statement.replace("{t}", "carbon.hr." + SEEN));
            Answer seen = engine.as("bob").sql(statement.replace("{t}", T));
            if (right.isError() || !seen.rows().equals(right.rows())) {
                differ.put(statement, seen + " in place of " + right);
            }
        }

        assertThat(differ).isEmpty();
    }

    @Test
    void a_table_of_ones_own_takes_from_a_restricted_one_what_is_visible(Engine engine) {
        for (String statement : List.of(
                "MERGE INTO carbon.hr.bobs_own t USING carbon.hr.t s ON t.id = s.id WHEN MATCHED THEN UPDATE SET t.word = s.ssn"
                        + " WHEN NOT MATCHED THEN INSERT (id, word) VALUES (s.id, s.ssn)"
                        + " WHEN NOT MATCHED BY SOURCE THEN UPDATE SET t.word = 'gone'",
                "UPDATE carbon.hr.bobs_own SET word = (SELECT max(ssn) FROM carbon.hr.t WHERE dept = 'ops') WHERE id = 2",
                "DELETE FROM carbon.hr.bobs_own WHERE id IN (SELECT id + 4 FROM carbon.hr.t)")) {
            Answer answer = engine.as("bob").sql(statement);
            assertThat(answer.isError()).as("%s", answer).isFalse();
            // What it took owes tags, and bob would be restricted on his own table from now on.
            Steward.release(engine, "carbon.hr.bobs_own");
        }

        assertThat(engine.as("bob")
                        .sql("SELECT * FROM carbon.hr.bobs_own ORDER BY id")
                        .rows())
                .containsExactly("[1,\"nnn-nn-3333\"]", "[2,null]", "[3,\"gone\"]", "[8,\"nnn-nn-0000\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "EXTENDED", "FORMATTED", "CODEGEN", "COST"})
    void T21_no_plan_of_a_view_that_is_defined_shows_its_policies(String mode, Engine engine) {
        String view = "CREATE OR REPLACE TEMPORARY VIEW unforeseen AS SELECT * FROM carbon.hr.t";
        String wire = mode.isEmpty() ? "SIMPLE" : mode;
        Answer explained = engine.as("bob").sql("EXPLAIN " + mode + " " + view);
        Answer analysed = engine.wire("bob")
                .rpc(
                        "AnalyzePlan",
                        "explain { plan { root { " + Wire.query(view) + " } } explain_mode: EXPLAIN_MODE_" + wire
                                + " }");

        for (Answer answer : List.of(explained, analysed)) {
            assertThat(answer.json().toString())
                    .as("%s", answer)
                    .contains("PolicyFilter")
                    .doesNotContainPattern("\\beng\\b")
                    .doesNotContain("EffectivePolicy")
                    .doesNotContain("static_invoke");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT _row_id FROM carbon.hr.t | CARBON_METADATA_DENIED",
                "SELECT _last_updated_sequence_number FROM carbon.hr.t | CARBON_METADATA_DENIED",
                "CACHE TABLE IDENTIFIER('c') AS SELECT from_json('{}', '{\"type\":\"udt\",\"class\":\"x.Y\"}') | CARBON_CODE_DENIED",
                "CREATE TABLE IDENTIFIER('spark_catalog.default.x') AS SELECT 1 AS a | CARBON_PATH_DENIED",
                "SELECT * FROM STREAM IDENTIFIER('carbon.hr.t') | CARBON_NOT_GOVERNABLE",
                "SELECT * FROM IDENTIFIER('python_worker_logs')() | CARBON_CODE_DENIED",
                "CALL IDENTIFIER('carbon.system.ancestors_of')(lower('HR.BOBS_OWN')) | CARBON_NOT_GOVERNABLE",
                "CREATE TABLE carbon.hr.x (a INT DEFAULT java_method('java.lang.Math', 'abs', 1)) | CARBON_CODE_DENIED",
                "ALTER TABLE carbon.hr.bobs_own ALTER COLUMN word SET DEFAULT reflect('java.lang.System', 'getenv', 'PATH') | CARBON_CODE_DENIED",
                "SELECT carbon.system.bucket(3, ssn) FROM carbon.hr.t | CARBON_CODE_DENIED",
                "MERGE INTO carbon.hr.t t USING carbon.hr.bobs_own s ON t.id = s.id WHEN MATCHED THEN DELETE | CARBON_WRITE_DENIED",
                "SET spark.sql.adaptive.localShuffleReader.enabled=true | CARBON_CONFIG_PROTECTED",
                "SELECT (SELECT input_file_name() FROM carbon.hr.bobs_own LIMIT 1) FROM carbon.hr.t | CARBON_METADATA_DENIED",
                "SHOW PROCEDURES IN carbon.system | CARBON_NOT_GOVERNABLE",
                "CREATE TEMPORARY FUNCTION f(x INT) RETURNS INT RETURN (SELECT max(salary) FROM carbon.hr.t) | CARBON_CODE_DENIED",
                "CREATE FUNCTION carbon.hr.f() RETURNS INT RETURN 1 | CARBON_CODE_DENIED",
                "INSERT INTO carbon.hr.t REPLACE WHERE dept = 'eng' SELECT * FROM carbon.hr.t | CARBON_WRITE_DENIED",
                "INSERT INTO carbon.hr.t.branch_main SELECT * FROM carbon.hr.t | CARBON_WRITE_DENIED",
                "CALL carbon.system.create_changelog_view('hr.t') | CARBON_NOT_GOVERNABLE",
                "SELECT * FROM carbon.hr.t.changes | CARBON_METADATA_DENIED",
                "SELECT _metadata.file_name FROM carbon.hr.t | CARBON_METADATA_DENIED",
                "SELECT * FROM carbon.hr.t WITH ('snapshot-id' = '1') | CARBON_NOT_GOVERNABLE",
                "SELECT * FROM carbon.hr.t WITH ('split-size' = '1') | CARBON_NOT_GOVERNABLE",
                "SELECT * FROM carbon.hr.t TIMESTAMP AS OF (SELECT now()) | CARBON_NOT_GOVERNABLE",
                "ALTER TABLE carbon.hr.t WRITE ORDERED BY ssn | CARBON_NOT_GOVERNABLE",
                "ALTER TABLE carbon.hr.t CREATE BRANCH x | CARBON_NOT_GOVERNABLE",
                "ALTER TABLE carbon.hr.t ADD CONSTRAINT c CHECK (salary > 100) | CARBON_NOT_GOVERNABLE",
                "ALTER TABLE carbon.hr.t DROP PARTITION FIELD dept | CARBON_NOT_GOVERNABLE"
            })
    void what_is_not_known_to_be_safe_is_refused(String statement, String expected, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo(expected);
    }

    @Test
    void who_has_no_grant_is_told_so_by_whatever_he_asks(Engine engine) {
        for (String statement : OF_DAN) {
            assertThat(engine.as("alice").sql(statement).isError())
                    .as(statement)
                    .isFalse();
            assertThat(engine.as("dan").sql(statement).errorClass())
                    .as(statement)
                    .isEqualTo("CARBON_ACCESS_DENIED");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT assert_true(ssn IS NULL, ssn) FROM carbon.hr.t",
                "SELECT CAST(ssn AS INT) FROM carbon.hr.t",
                "SELECT to_number(ssn, '999') FROM carbon.hr.t",
                "SELECT to_timestamp(ssn, 'yyyy') FROM carbon.hr.t",
                "SELECT CAST(parse_json(ssn) AS INT) FROM carbon.hr.t",
                "SELECT raise_error(to_json(struct(*))) FROM carbon.hr.t"
            })
    void T19_errors_quote_what_is_seen(String statement, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        assertThat(answer.message()).as("%s", answer).contains("nnn-nn-").doesNotContainPattern("[0-9]{3}-[0-9]{2}");
    }

    @Test
    void T38_subqueries_within_subqueries_leave_threads_for_those_of_others(Engine engine) {
        String nested = "SELECT max(id) FROM range(3)";
        for (int level = 4; level < 24; level++) {
            nested = "SELECT max(id) + (" + nested + ") FROM range(" + level + ")";
        }
        String deep = nested;

        assertThat(CompletableFuture.supplyAsync(
                        () -> engine.as("dan").sql(deep).isError()))
                .succeedsWithin(BOUND)
                .isEqualTo(false);
        assertThat(CompletableFuture.supplyAsync(() -> engine.as("alice")
                        .sql("SELECT count(*) FROM carbon.hr.t WHERE id > (SELECT min(id) FROM carbon.hr.t)")
                        .rows()))
                .succeedsWithin(BOUND)
                .isEqualTo(List.of("[7]"));
    }

    @Test
    void T38_short_statements_that_would_be_written_out_to_huge_plans_are_refused(Engine engine) {
        String keys = IntStream.range(0, 30).mapToObj(key -> "id + " + key).collect(Collectors.joining(", "));
        String doubling = IntStream.range(1, 40)
                .mapToObj(step -> "c" + step + " AS (SELECT x.a FROM c" + (step - 1) + " x, c" + (step - 1) + " y)")
                .collect(Collectors.joining(", "));
        String deep = "array<".repeat(500) + "int" + ">".repeat(500);

        for (String statement : List.of(
                "SELECT count(*) FROM range(1) GROUP BY CUBE(" + keys + ")",
                "SELECT count(*) FROM range(1) GROUP BY GROUPING SETS (CUBE(" + keys + "))",
                "SELECT count(*) FROM range(1) GROUP BY " + keys + " WITH CUBE",
                "WITH c0 AS (SELECT 1 AS a), " + doubling + " SELECT count(*) FROM c39",
                "SELECT hll_sketch_estimate(X'0301070C1B00000105000000')",
                "SELECT count(*) FROM "
                        + IntStream.range(0, 6)
                                .mapToObj(side -> "(SELECT /*+ REPARTITION(100000) */ id FROM range(1)) s" + side)
                                .collect(Collectors.joining(" NATURAL JOIN ")),
                "SELECT from_json('[]', 'a " + deep + "')",
                "SELECT variant_get(parse_json('1'), '$', '" + deep + "')")) {
            assertThat(engine.as("bob").sql(statement).errorClass())
                    .as(statement)
                    .isEqualTo("CARBON_NOT_GOVERNABLE");
        }
        assertThat(engine.as("bob")
                        .sql("SELECT count(*) FROM range(1) GROUP BY CUBE(id, id + 1), ROLLUP (id + 2, id + 3)")
                        .rows())
                .hasSize(12);
    }

    @Test
    void T10_sql_in_the_metadata_of_a_type_is_not_run(Engine engine) {
        String code = "reflect('java.lang.System', 'getenv', 'PATH')";
        String metadata = Wire.text("{\"CURRENT_DEFAULT\":\"" + code + "\",\"EXISTS_DEFAULT\":\"" + code + "\"}");
        String schema = "schema { struct { fields { name: \"a\" data_type { string {} } nullable: true metadata: "
                + metadata + " } } }";
        String rows = "input { " + Wire.query("SELECT '{}' AS a FROM range(2)") + " }";

        for (Answer answer : List.of(
                engine.wire("bob").relation("parse { " + rows + " format: PARSE_FORMAT_JSON " + schema + " }"),
                engine.wire("bob")
                        .command("write_operation_v2 { input { to_schema { " + rows + " " + schema
                                + " } } table_name: \"carbon.hr.with_sql\" mode: MODE_CREATE }"))) {
            assertThat(answer.message()).as("%s", answer).contains("CARBON_CODE_DENIED");
        }
    }
}
