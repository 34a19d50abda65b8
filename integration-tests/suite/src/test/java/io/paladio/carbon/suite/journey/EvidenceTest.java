package io.paladio.carbon.suite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.Metrics;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void S20_a_row_filter_in_shadow_leaves_how_many_rows_it_would_hide(Engine engine) {
        PolicyFolder policies = PolicyFolder.of(engine);
        String query = "SELECT id FROM carbon.hr.t";
        List<String> before = engine.as("alice").sql(query).rows();
        String hidden = engine.as("alice")
                .sql("SELECT count(*) FROM carbon.hr.t WHERE NOT coalesce(dept = 'eng', false)")
                .rows()
                .get(0);
        ObjectNode shadow = PolicyFolder.rowFilter("carbon.hr.t", "pol_rows_in_shadow", "dept = 'eng'");
        shadow.remove("except");
        policies.put(shadow.put("enforcement", "shadow"));
        try {
            assertThat(engine.as("alice").sql(query).rows()).isEqualTo(before).isNotEmpty();

            JsonNode counted = JsonLines.await(
                            engine.server().decisionsFile(),
                            1,
                            line -> isOf(line, "alice") && line.at("/shadow/0").has("hidden-rows"))
                    .get(0);
            assertThat(hidden)
                    .contains(counted.at("/shadow/0/hidden-rows").asText())
                    .doesNotContain("[0]");
            assertThat(engine.as("alice")
                            .sql("EXPLAIN EXTENDED " + query)
                            .rows()
                            .toString())
                    .contains("shadow(pol_rows_in_shadow)")
                    .doesNotContain("eng");
        } finally {
            policies.remove("pol_rows_in_shadow");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT id FROM carbon.hr.t                          | SELECT                 | carbon.hr.t",
                "INSERT INTO carbon.hr.t SELECT * FROM carbon.hr.t   | INSERT                 | carbon.hr.t",
                "CREATE TABLE carbon.hr.n AS SELECT * FROM carbon.hr.t | CREATE TABLE AS SELECT | carbon.hr.t",
                "DROP TABLE carbon.hr.t                              | DROP TABLE             | carbon.hr.t",
                "EXPLAIN SELECT count(*) FROM carbon.hr.t            | EXPLAIN                | carbon.hr.t"
            })
    void S24_a_refusal_of_the_catalog_is_recorded_with_all_that_was_asked_and_counted_once(
            String sql, String kind, String table, Engine engine) {
        List<JsonNode> known = refusals(engine, "dan");
        long counted = denials(engine);
        assertThat(engine.as("dan").sql(sql).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");

        assertThat(denials(engine)).isEqualTo(counted + 1);
        List<JsonNode> records =
                JsonLines.await(engine.server().decisionsFile(), known.size() + 1, line -> isRefusalOf(line, "dan"));
        assertThat(records).hasSize(known.size() + 1);
        JsonNode record = records.get(known.size());
        assertThat(record.path("kind").asText()).isEqualTo(kind);
        assertThat(record.at("/outcome/error-class").asText()).isEqualTo("CARBON_ACCESS_DENIED");
        assertThat(record.at("/outcome/object").asText()).isEqualTo(table);
        assertThat(record.path("tables").toString() + record.path("writes")).contains(table);
    }

    @Test
    void S24_so_is_a_policy_that_can_not_be_enforced(Engine engine) {
        PolicyFolder policies = PolicyFolder.of(engine);
        ObjectNode broken = policies.columnMask(
                "carbon.hr.t",
                "no_such_column",
                JsonNodeFactory.instance.objectNode().put("kind", "mask-alphanum"));
        String counter = "carbon_refusals_total{class=\"CARBON_POLICY_UNENFORCEABLE\"}";
        long counted = Metrics.of(engine.server()).value(counter);
        List<JsonNode> known = refusals(engine, "bob");
        policies.put(broken);
        try {
            assertThat(engine.as("bob").sql("SELECT id FROM carbon.hr.t").errorClass())
                    .isEqualTo("CARBON_POLICY_UNENFORCEABLE");
        } finally {
            policies.remove(broken.path("id").asText());
        }
        JsonNode record = JsonLines.await(
                        engine.server().decisionsFile(), known.size() + 1, line -> isRefusalOf(line, "bob"))
                .get(known.size());
        assertThat(record.at("/outcome/error-class").asText()).isEqualTo("CARBON_POLICY_UNENFORCEABLE");
        assertThat(record.at("/outcome/object").asText()).isEqualTo("carbon.hr.t");
        assertThat(record.at("/tables/0/table").asText()).isEqualTo("carbon.hr.t");
        assertThat(Metrics.of(engine.server()).value(counter)).isEqualTo(counted + 1);
    }

    @Test
    void S24_a_client_without_an_identity_is_counted(Engine engine) {
        String unknown = "carbon_refusals_total{class=\"CARBON_IDENTITY_INVALID\"}";
        long before = Metrics.of(engine.server()).value(unknown);
        try (SqlClient client = engine.withToken(engine.token("expired"))) {
            assertThat(client.sql("SELECT 1").text()).contains("CARBON_IDENTITY_INVALID");
        }
        assertThat(Metrics.of(engine.server()).value(unknown)).isEqualTo(before + 1);
    }

    private static List<JsonNode> refusals(Engine engine, String principal) {
        return JsonLines.of(engine.server().decisionsFile()).stream()
                .filter(line -> isRefusalOf(line, principal))
                .toList();
    }

    private static boolean isRefusalOf(JsonNode line, String principal) {
        return isOf(line, principal) && line.at("/outcome/status").asText().equals("refused");
    }

    private static long denials(Engine engine) {
        return Metrics.of(engine.server()).value("carbon_refusals_total{class=\"CARBON_ACCESS_DENIED\"}");
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
