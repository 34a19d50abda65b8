package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements within statements: a query in a script, a variable or a text is a query. */
@ExtendWith(SharedEngine.class)
class ScriptCasesTest {
    private static final String HIGHEST = "nnn-nn-4444";

    @BeforeAll
    static void variables(Engine engine) {
        for (String person : List.of("alice", "bob", "dan")) {
            done(engine.as(person), "DECLARE OR REPLACE VARIABLE v STRING");
            done(engine.as(person), "DECLARE OR REPLACE VARIABLE n INT DEFAULT 0");
            done(
                    engine.as(person),
                    "DECLARE OR REPLACE VARIABLE text STRING DEFAULT 'SELECT max(ssn) FROM carbon.hr.t WHERE id = :i'");
        }
    }

    static List<String> immediates() {
        return List.of(
                "EXECUTE IMMEDIATE 'SELECT max(ssn) FROM carbon.hr.t'",
                "EXECUTE IMMEDIATE 'SELECT max(ssn) FROM carbon.hr.t' INTO v",
                "EXECUTE IMMEDIATE 'SELECT max(ssn) FROM carbon.hr.t WHERE id < ?' INTO v USING 100",
                "EXECUTE IMMEDIATE text USING 2 AS i",
                "EXECUTE IMMEDIATE 'SET VAR v = (SELECT max(ssn) FROM carbon.hr.t)'",
                "EXECUTE IMMEDIATE 'WITH c AS (SELECT ssn FROM carbon.hr.t) SELECT max(ssn) FROM c' INTO v",
                "SET VAR v = (SELECT max(ssn) FROM carbon.hr.t)",
                "SET VAR (v, n) = (SELECT max(ssn), count(*) FROM carbon.hr.t)",
                "DECLARE OR REPLACE VARIABLE v STRING DEFAULT (SELECT max(ssn) FROM carbon.hr.t)");
    }

    @ParameterizedTest
    @MethodSource("immediates")
    void case_A_a_query_in_a_text_or_variable_is_refused_without_a_grant(String statement, Engine engine) {
        refused(engine.as("dan"), statement, "CARBON_ACCESS_DENIED");
        assertThat(rows(engine.as("dan"), "SELECT v")).containsExactly("[null]");
    }

    @ParameterizedTest
    @MethodSource("immediates")
    void case_A_and_gives_a_restricted_principal_what_it_sees(String statement, Engine engine) {
        Answer answer = engine.as("bob").sql(statement);

        // A variable's default may hold no query in this version of the engine.
        if (!statement.startsWith("DECLARE")) {
            assertThat(answer.isError()).as("%s", answer).isFalse();
            String found = answer.rows().isEmpty()
                    ? rows(engine.as("bob"), "SELECT v").get(0)
                    : answer.rows().get(0);
            assertThat(found).isEqualTo("[\"" + HIGHEST + "\"]");
        }
        assertThat(answer.toString()).doesNotContain("222-33-4444").doesNotContain("888-99");
    }

    static List<String> scripts() {
        return List.of(
                "BEGIN IF EXISTS (SELECT 1 FROM carbon.hr.t WHERE dept = 'ops') THEN SELECT 'seen'; ELSE SELECT 'unseen'; END IF; END",
                "BEGIN IF (SELECT count(*) FROM carbon.hr.t) > 4 THEN SELECT 'seen'; ELSE SELECT 'unseen'; END IF; END",
                "BEGIN CASE WHEN EXISTS (SELECT 1 FROM carbon.hr.t WHERE id = 3) THEN SELECT 'seen'; ELSE SELECT 'unseen'; END CASE; END",
                "BEGIN DECLARE c INT DEFAULT 0; SET c = (SELECT count(*) FROM carbon.hr.t WHERE dept = 'ops'); SELECT if(c > 0, 'seen', 'unseen'); END",
                "BEGIN DECLARE x STRING DEFAULT 'unseen'; WHILE EXISTS (SELECT 1 FROM carbon.hr.t WHERE dept = 'ops') AND x = 'unseen' DO SET x = 'seen'; END WHILE; SELECT x; END",
                "BEGIN DECLARE x STRING DEFAULT 'unseen'; FOR r AS SELECT id FROM carbon.hr.t WHERE dept = 'ops' DO SET x = 'seen'; END FOR; SELECT x; END",
                "BEGIN DECLARE x STRING DEFAULT 'unseen'; REPEAT SET x = 'done'; UNTIL NOT EXISTS (SELECT 1 FROM carbon.hr.t WHERE dept = 'ops') OR true END REPEAT; SELECT if((SELECT max(id) FROM carbon.hr.t WHERE dept = 'hr') IS NULL, 'unseen', 'seen'); END",
                "BEGIN DECLARE EXIT HANDLER FOR DIVIDE_BY_ZERO BEGIN SELECT 'seen'; END; SELECT if(max(1 / (id - 3)) IS NULL, 'none', 'unseen') FROM carbon.hr.t; END");
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void case_B_a_query_in_a_script_is_refused_without_a_grant(String script, Engine engine) {
        refused(engine.as("dan"), script, "CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void case_B_and_decides_by_what_a_restricted_principal_sees(String script, Engine engine) {
        assertThat(rows(engine.as("bob"), script)).containsExactly("[\"unseen\"]");
        assertThat(rows(engine.as("alice"), script)).containsExactly("[\"seen\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN SELECT 'caught'; END; SELECT max(ssn) FROM carbon.hr.t; END",
                "BEGIN DECLARE EXIT HANDLER FOR SQLSTATE '42501' BEGIN SELECT 'caught'; END; SELECT max(ssn) FROM carbon.hr.t; END"
            })
    void case_B_a_handler_that_catches_a_refusal_gets_no_row(String script, Engine engine) {
        Answer answer = engine.as("dan").sql(script);

        assertThat(answer.isError() ? answer.errorClass() : answer.rows().toString())
                .isIn("CARBON_ACCESS_DENIED", "[[\"caught\"]]");
    }
}
