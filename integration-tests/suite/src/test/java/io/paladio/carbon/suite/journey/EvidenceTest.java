package io.paladio.carbon.suite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each statement leaves a decision record and a lineage run, and neither holds data or literals. */
@ExtendWith(SharedEngine.class)
class EvidenceTest {

    @Test
    void S24_a_governed_read_leaves_a_decision_record(Engine engine) {
        engine.as("bob").sql("SELECT ssn AS evidence_read FROM carbon.hr.t WHERE id = 987654");

        List<JsonNode> records = JsonLines.await(
                engine.server().decisionsFile(),
                1,
                line -> isOf(line, "bob") && line.toString().contains("show-last-4"));

        assertThat(records).isNotEmpty();
        JsonNode table = records.get(records.size() - 1).path("tables").get(0);
        assertThat(table.toString()).contains("carbon.hr.t").contains("pol_ssn_last_four");
        assertThat(records.toString()).doesNotContain("987654").doesNotContain("'eng'");
    }

    @Test
    void S20_a_shadow_policy_leaves_what_it_would_do_and_does_none_of_it(Engine engine) {
        PolicyFolder policies = PolicyFolder.of(engine);
        String query = "SELECT dept FROM carbon.hr.t ORDER BY id LIMIT 1";
        List<String> before = engine.as("bob").sql(query).rows();
        ObjectNode shadow = policies.columnMask(
                "carbon.hr.t", "dept", JsonNodeFactory.instance.objectNode().put("kind", "mask-alphanum"));
        policies.put(shadow.put("enforcement", "shadow"));
        try {
            assertThat(engine.as("bob").sql(query).rows()).isEqualTo(before).isNotEmpty();

            List<JsonNode> records = JsonLines.await(
                    engine.server().decisionsFile(),
                    1,
                    line -> isOf(line, "bob") && !line.path("shadow").isEmpty());
            assertThat(records.get(0).at("/shadow/0/columns/0").asText()).isEqualTo("dept");
            assertThat(records.get(0).at("/shadow/0/kind").asText()).isEqualTo("mask-alphanum");
            assertThat(records.get(0).path("tables").toString())
                    .doesNotContain(shadow.path("id").asText());
        } finally {
            policies.remove(shadow.path("id").asText());
        }
    }

    @Test
    void S24_a_refusal_leaves_a_decision_record(Engine engine) {
        engine.as("dan").sql("SELECT * FROM carbon.hr.t");

        assertThat(JsonLines.await(
                        engine.server().decisionsFile(),
                        1,
                        line -> isOf(line, "dan") && line.toString().contains("CARBON_ACCESS_DENIED")))
                .isNotEmpty();
    }

    @Test
    void a_copy_leaves_one_run_with_start_and_complete_and_masked_columns(Engine engine) {
        engine.as("alice").sql("CREATE TABLE carbon.hr.evidence AS SELECT id, ssn FROM carbon.hr.t");

        List<JsonNode> events = JsonLines.await(
                engine.server().lineageFile(),
                2,
                event -> event.path("outputs").toString().contains("carbon.hr.evidence"));

        assertThat(events.stream().map(event -> event.path("eventType").asText()))
                .contains("START", "COMPLETE");
        assertThat(events.stream()
                        .map(event -> event.path("run").path("runId").asText())
                        .distinct())
                .hasSize(1);
        assertThat(events.toString()).contains("carbon_governance").contains("columnLineage");
    }

    private static boolean isOf(JsonNode line, String principal) {
        return line.path("principal").asText().equals(principal);
    }
}
