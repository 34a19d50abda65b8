package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T21: a plan, in whatever text it is shown, says which policies bind and nothing of what is in them or of what is hidden. */
@ExtendWith(SharedEngine.class)
class PlansTest {
    private static final List<String> QUERIES = List.of(
            "SELECT id, ssn FROM carbon.hr.t",
            "SELECT count(*) FROM carbon.hr.t",
            "SELECT id FROM carbon.hr.t WHERE id > 1 AND upper(ssn) = 'X'",
            "SELECT a.id FROM carbon.hr.t a JOIN carbon.hr.t b ON a.id = b.id",
            "SELECT id FROM range(3) WHERE id IN (SELECT id FROM carbon.hr.t)",
            "WITH c AS (SELECT * FROM carbon.hr.t) SELECT * FROM c JOIN c d USING (id)");

    @ParameterizedTest
    @ValueSource(strings = {"", "EXTENDED", "CODEGEN", "COST", "FORMATTED"})
    void T21_no_EXPLAIN_shows_a_policy(String mode, Engine engine) {
        for (String principal : List.of("bob", "carol")) {
            for (String query : QUERIES) {
                Answer answer = engine.as(principal).sql("EXPLAIN " + mode + " " + query);

                shownBare(answer).contains("PolicyFilter");
            }
        }
        assertThat(engine.as("alice")
                        .sql("EXPLAIN " + mode + " " + QUERIES.get(0))
                        .text())
                .as("control: the exempt get the engine's own plan")
                .containsAnyOf("Physical Plan", "WholeStageCodegen");
        assertThat(engine.as("dan")
                        .sql("EXPLAIN " + mode + " " + QUERIES.get(0))
                        .errorClass())
                .isEqualTo("CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SIMPLE", "EXTENDED", "CODEGEN", "COST", "FORMATTED", "UNSPECIFIED"})
    void T21_no_call_explains_a_policy(String mode, Engine engine) {
        for (String principal : List.of("bob", "carol")) {
            for (String query : QUERIES) {
                shownBare(analyzed(engine, principal, "explain", query, " explain_mode: EXPLAIN_MODE_" + mode));
            }
        }
        assertThat(analyzed(engine, "dan", "explain", QUERIES.get(0), " explain_mode: EXPLAIN_MODE_" + mode)
                        .message())
                .contains("CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "tree_string", "is_local", "is_streaming"})
    void T21_no_other_analysis_shows_more_than_columns(String kind, Engine engine) {
        for (String principal : List.of("bob", "carol")) {
            for (String query : QUERIES) {
                shownBare(analyzed(engine, principal, kind, query, ""));
            }
        }
    }

    @Test
    void T21_a_described_query_shows_columns_alone(Engine engine) {
        for (String principal : List.of("bob", "carol")) {
            for (String query : QUERIES) {
                shownBare(engine.as(principal).sql("DESCRIBE QUERY " + query)).contains("data_type");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT nonsense FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t a JOIN carbon.hr.t b ON a.id = b.id",
                "SELECT id, count(*) FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t WHERE ssn",
                "SELECT id FROM carbon.hr.t WHERE id = array(1)",
                "SELECT * FROM carbon.hr.t UNION SELECT 1",
                "SELECT id FROM carbon.hr.t GROUP BY dept",
                "SELECT id FROM carbon.hr.t ORDER BY nonsense",
                "SELECT info.nonsense FROM carbon.hr.t",
                "SELECT sum(ssn) OVER (ORDER BY) FROM carbon.hr.t",
                "SELECT max(sum(id)) FROM carbon.hr.t",
                "SELECT explode(ssn) FROM carbon.hr.t",
                "SELECT (SELECT id, ssn FROM carbon.hr.t)",
                "SELECT (SELECT id FROM carbon.hr.t)",
                "SELECT CAST(ssn AS INT) FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t WHERE raise_error(ssn) IS NULL",
                "SELECT 1 / (id - id) FROM carbon.hr.t",
                "SELECT id FROM carbon.hr.t WHERE EXISTS (SELECT nonsense FROM carbon.hr.t)",
                "SELECT * FROM carbon.hr.t VERSION AS OF 1",
                "SELECT * FROM carbon.hr.t VERSION AS OF 'nothing'"
            })
    void T21_no_error_shows_a_policy_a_place_or_a_raw_value(String statement, Engine engine) {
        for (String principal : List.of("bob", "carol")) {
            for (Answer answer : List.of(
                    engine.as(principal).sql(statement), engine.wire(principal).sql(statement))) {
                shownBare(answer)
                        .doesNotContainPattern("\\d{3}-\\d{2}-\\d{4}")
                        .doesNotContain("metadata.json")
                        .doesNotContain("\tat ");
            }
        }
    }

    /** Neither the literal of a policy nor anything that is hidden nor where it lies. */
    private static AbstractStringAssert<?> shownBare(Answer answer) {
        return assertThat(answer.text())
                .as("%s", answer)
                .doesNotContainPattern("\\beng\\b")
                .doesNotContainPattern("\\bops\\b")
                .doesNotContain("s3:")
                .doesNotContain("sizeInBytes")
                .doesNotContain("rowCount")
                .doesNotContain("MaskFunctions")
                .doesNotContain("static_invoke");
    }

    private static Answer analyzed(Engine engine, String principal, String kind, String query, String more) {
        return engine.wire(principal)
                .rpc("AnalyzePlan", kind + " { plan { root { " + Wire.query(query) + " } }" + more + " }");
    }
}
