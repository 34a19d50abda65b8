package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T20, T29: whatever syntax asks, and whether it could be answered from statistics or below the filter: the answer is the one that
 * the same statement gives over a plain table of what the principal sees.
 */
@ExtendWith(SharedEngine.class)
class VisibleRowsTest {
    private static final String COLUMNS = " AS seen(id, name, dept, salary, ssn, info)";

    /** What each of them sees of carbon.hr.t, written out. */
    private static final Map<String, String> SEEN = Map.of(
            "alice",
            row(1, "'Ada'", "'eng'", "120", "'111-22-3333'", "'Oslo'")
                    + ", " + row(2, "'Grace-Mae'", "'eng'", "130", "'222-33-4444'", "'Paris'")
                    + ", " + row(3, "'Linus'", "'ops'", "90", "'333-44-5555'", "'Turku'")
                    + ", " + row(4, "'Barbara'", "'hr'", "100", "'444-55-6666'", "'Rome'")
                    + ", (5, NULL, 'eng', NULL, NULL, NULL), "
                    + row(6, "'Edsger'", "NULL", "110", "'666-77-8888'", "'Delft'")
                    + ", (7, 'Ken', 'ops', NULL, '777-88-9999', " + info("CAST(NULL AS STRING)", "'Berne'") + "), "
                    + row(8, "'Radia'", "'eng'", "140", "'888-99-0000'", "CAST(NULL AS STRING)"),
            "bob",
            row(1, "'xxx'", "'eng'", "CAST(NULL AS INT)", "'nnn-nn-3333'", "'Oslo'")
                    + ", " + row(2, "'xxxxx-xxx'", "'eng'", "NULL", "'nnn-nn-4444'", "'Paris'")
                    + ", (5, NULL, 'eng', NULL, NULL, NULL), "
                    + row(8, "'xxxxx'", "'eng'", "NULL", "'nnn-nn-0000'", "CAST(NULL AS STRING)"),
            "carol",
            row(3, "'xxxxx'", "'ops'", "90", "'nnn-nn-5555'", "'Turku'") + ", (7, 'xxx', 'ops', NULL, 'nnn-nn-9999', "
                    + info("CAST(NULL AS STRING)", "'Berne'") + ")");

    private static String row(int id, String name, String dept, String salary, String ssn, String city) {
        return "(%d, %s, %s, %s, %s, %s)".formatted(id, name, dept, salary, ssn, info(ssn, city));
    }

    private static String info(String ssn, String city) {
        return "named_struct('ssn', %s, 'city', %s)".formatted(ssn, city);
    }

    private static final List<String> AGGREGATES = List.of(
            "SELECT count(*) FROM {t}",
            "SELECT count(1), count(id), count(salary), count(DISTINCT dept) FROM {t}",
            "SELECT min(id), max(id), min(salary), max(salary), min(ssn), max(ssn) FROM {t}",
            "SELECT max(name) FROM {t} WHERE dept = 'ops'",
            "SELECT count(*) FROM {t} WHERE id % 2 = 0",
            "SELECT dept, count(*) FROM {t} GROUP BY dept ORDER BY dept",
            "SELECT dept, count(*) FROM {t} GROUP BY CUBE (dept) ORDER BY dept, 2",
            "SELECT approx_count_distinct(dept) FROM {t}",
            "SELECT any_value(dept) FROM {t}",
            "SELECT id FROM {t} ORDER BY id LIMIT 1",
            "SELECT id FROM {t} ORDER BY id DESC LIMIT 1",
            "SELECT count(*) FROM (SELECT id FROM {t} LIMIT 3)",
            "SELECT id FROM {t} ORDER BY id LIMIT 1 OFFSET 1",
            "SELECT count(*) FROM {t} TABLESAMPLE (100 ROWS)",
            "SELECT ssn FROM {t} WHERE ssn = '333-44-5555'",
            "SELECT ssn FROM {t} WHERE ssn LIKE '%5555' ORDER BY 1",
            "SELECT count(*) FROM {t} WHERE salary > 100");

    private static final List<String> SYNTAX = List.of(
            "EXECUTE IMMEDIATE 'SELECT max(ssn), count(*) FROM {t}'",
            "EXECUTE IMMEDIATE 'SELECT count(*) FROM {t} WHERE id > ?' USING 2",
            "EXECUTE IMMEDIATE 'SELECT count(*) FROM {t} WHERE id > :n' USING 2 AS n",
            "BEGIN SELECT max(ssn), count(*) FROM {t}; END",
            "BEGIN IF EXISTS (SELECT 1 FROM {t} WHERE dept = 'ops') THEN SELECT 'ops'; ELSE SELECT 'none'; END IF; END",
            "BEGIN DECLARE n INT DEFAULT 0; SET n = (SELECT count(*) FROM {t}); SELECT n; END",
            "BEGIN DECLARE n INT DEFAULT 0; WHILE n < (SELECT count(*) FROM {t}) DO SET n = n + 1; END WHILE; SELECT n; END",
            "BEGIN DECLARE n INT DEFAULT 0; FOR r AS SELECT id FROM {t} DO SET n = n + r.id; END FOR; SELECT n; END",
            "BEGIN DECLARE n INT DEFAULT 0; REPEAT SET n = n + 1; UNTIL n >= (SELECT max(id) FROM {t}) END REPEAT;"
                    + " SELECT n; END",
            "BEGIN CASE (SELECT count(*) FROM {t}) WHEN 8 THEN SELECT 'all'; ELSE SELECT 'fewer'; END CASE; END",
            "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN SELECT 'caught'; END;"
                    + " SELECT count(*) FROM {t} WHERE if(dept = 'hr', raise_error('seen'), true); END",
            "FROM {t} |> WHERE dept = 'eng' |> AGGREGATE count(*) AS n",
            "FROM {t} |> SELECT id, ssn |> ORDER BY id |> LIMIT 2",
            "FROM {t} |> EXTEND upper(ssn) AS u |> AGGREGATE max(u)",
            "WITH RECURSIVE r(n) AS (SELECT min(id) FROM {t} UNION ALL SELECT n + 1 FROM r WHERE n < (SELECT max(id) FROM {t}))"
                    + " SELECT count(*) FROM r",
            "WITH c(x) AS (SELECT ssn FROM {t}) SELECT (SELECT max(x) FROM c)",
            "SELECT a.id, l.n FROM {t} a, LATERAL (SELECT count(*) AS n FROM {t} b WHERE b.dept = a.dept) l ORDER BY 1",
            "SELECT * FROM (SELECT dept, ssn FROM {t}) PIVOT (max(ssn) FOR dept IN ('eng', 'ops'))",
            "SELECT * FROM (SELECT id, name, ssn FROM {t}) UNPIVOT (v FOR k IN (name, ssn)) ORDER BY id, k",
            "SELECT stack(2, id, id + 1) FROM {t} ORDER BY 1",
            "SELECT explode(array(name, ssn)) FROM {t} ORDER BY 1",
            "SELECT x FROM {t} LATERAL VIEW explode(array(ssn)) e AS x ORDER BY 1",
            "SELECT id FROM {t} INTERSECT SELECT id FROM {t} ORDER BY 1",
            "SELECT id FROM {t} EXCEPT SELECT id FROM {t} WHERE dept = 'eng' ORDER BY 1",
            "SELECT a.id, b.ssn FROM {t} a JOIN {t} b ON a.ssn = b.ssn ORDER BY 1",
            "SELECT id, row_number() OVER (ORDER BY id), max(ssn) OVER () FROM {t} ORDER BY 1",
            "SELECT struct(*) FROM {t} ORDER BY 1",
            "SELECT * EXCEPT (salary) FROM {t} ORDER BY id",
            "SELECT to_json(struct(*)) FROM {t} ORDER BY 1",
            "TABLE {t} ORDER BY id",
            "SELECT aggregate(collect_list(id), 0, (a, x) -> a + x) FROM {t}",
            "SELECT id FROM IDENTIFIER('{t}') ORDER BY id");

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT) // each in a session of its own
    @ValueSource(strings = {"alice", "bob", "carol"})
    void T20_T29_an_answer_is_the_one_over_what_is_visible(String principal, Engine engine) {
        assertThat(engine.as(principal)
                        .sql("CREATE OR REPLACE TEMPORARY VIEW seen AS SELECT * FROM VALUES " + SEEN.get(principal)
                                + COLUMNS)
                        .errorClass())
                .isEmpty();
        Map<String, String> differ = new TreeMap<>();
        assertThat(engine.as(principal).sql("TABLE seen ORDER BY id").rows())
                .isEqualTo(engine.as(principal)
                        .sql("TABLE carbon.hr.t ORDER BY id")
                        .rows());
        for (String statement : asked(principal)) {
            Answer right = engine.as(principal).sql(statement.replace("{t}", "seen"));
            Answer seen = engine.as(principal).sql(statement.replace("{t}", "carbon.hr.t"));
            if (!outcome(seen).equals(outcome(right))) {
                differ.put(statement, outcome(seen) + " in place of " + outcome(right));
            }
        }

        assertThat(differ).isEmpty();
    }

    /** Every syntax for the restricted; for who is exempt, what is told from a table as a whole. */
    private static List<String> asked(String principal) {
        return principal.equals("alice")
                ? AGGREGATES
                : Stream.concat(AGGREGATES.stream(), SYNTAX.stream()).toList();
    }

    private static String outcome(Answer answer) {
        return answer.isError() ? answer.errorClass() : answer.rows().toString();
    }

    @Test
    void T29_nobody_without_a_grant_is_answered_in_any_syntax(Engine engine) {
        Map<String, String> answered = new TreeMap<>();
        for (String statement :
                Stream.concat(AGGREGATES.stream(), SYNTAX.stream()).toList()) {
            Answer answer = engine.as("dan").sql(statement.replace("{t}", "carbon.hr.t"));
            if (!answer.errorClass().equals("CARBON_ACCESS_DENIED")) {
                answered.put(statement, outcome(answer));
            }
        }

        assertThat(answered.keySet())
                .as("an exit handler may answer that there was an error")
                .allMatch(statement -> statement.contains("HANDLER"));
    }

    @Test
    void T29_a_variable_holds_what_its_session_saw(Engine engine) {
        for (String statement : List.of(
                "DECLARE OR REPLACE VARIABLE v STRING",
                "SET VAR v = (SELECT max(ssn) FROM carbon.hr.t)",
                "EXECUTE IMMEDIATE 'SELECT max(ssn) FROM carbon.hr.t' INTO v")) {
            assertThat(engine.as("bob").sql(statement).errorClass())
                    .as(statement)
                    .isEmpty();
        }
        assertThat(engine.as("bob").sql("SELECT v").rows()).containsExactly("[\"nnn-nn-4444\"]");

        engine.as("dan").sql("DECLARE OR REPLACE VARIABLE v STRING");
        assertThat(engine.as("dan")
                        .sql("EXECUTE IMMEDIATE 'SELECT max(ssn) FROM carbon.hr.t' INTO v")
                        .errorClass())
                .isEqualTo("CARBON_ACCESS_DENIED");
        assertThat(engine.as("dan").sql("SELECT v").rows()).containsExactly("[null]");
    }
}
