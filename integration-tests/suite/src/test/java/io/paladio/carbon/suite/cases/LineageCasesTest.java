package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lineage goes through a policy to the column itself. */
@ExtendWith(SharedEngine.class)
class LineageCasesTest {
    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE carbon.cases.traced_insert (ssn STRING)",
                "CREATE TABLE carbon.cases.traced_merge (id INT, ssn STRING)",
                "CREATE TABLE carbon.cases.traced_view (ssn STRING)");
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW traced AS SELECT ssn AS s FROM carbon.hr.t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "traced_insert | INSERT INTO carbon.cases.traced_insert SELECT ssn FROM carbon.hr.t",
                "traced_copy | CREATE TABLE carbon.cases.traced_copy AS SELECT ssn FROM carbon.hr.t WHERE id > 1",
                "traced_join | CREATE TABLE carbon.cases.traced_join AS SELECT a.ssn FROM carbon.hr.t a JOIN carbon.hr.t b USING (id)",
                "traced_cte | CREATE TABLE carbon.cases.traced_cte AS WITH c(ssn) AS (SELECT ssn FROM carbon.hr.t) SELECT c.ssn FROM c",
                "traced_view | INSERT INTO carbon.cases.traced_view SELECT s FROM traced"
            })
    void case_128_a_masked_column_is_named_and_not_what_governs_it(String target, String statement, Engine engine) {
        done(engine.as("bob"), statement);

        List<JsonNode> events = JsonLines.await(
                engine.server().lineageFile(),
                1,
                event -> event.path("eventType").asText().equals("COMPLETE")
                        && event.path("inputs").toString().contains("carbon.hr.t")
                        && event.path("outputs").toString().contains("carbon.cases." + target));
        assertThat(events).hasSize(1);
        JsonNode output = events.get(0).path("outputs").path(0);
        JsonNode fields = output.path("facets")
                .path("columnLineage")
                .path("fields")
                .path("ssn")
                .path("inputFields");
        assertThat(fields.toString())
                .contains("\"name\":\"carbon.hr.t\"")
                .contains("\"field\":\"ssn\"")
                .contains("\"masking\":true");
        assertThat(events.toString()).doesNotContain("Barrier").doesNotContain("GovernedTable");
    }
}
