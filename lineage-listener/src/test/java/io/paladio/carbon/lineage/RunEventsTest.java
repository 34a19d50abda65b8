package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunEventsTest {
    private static final LineageSettings SETTINGS =
            new LineageSettings("file:/unused", "carbon://face.example.org", PrincipalNames.of("plain"));
    private static final Outcome COMPLETED = new Outcome.Completed();
    private static final Outcome FAILED = new Outcome.Failed("CAST_INVALID_INPUT", "22018");
    private static final Outcome REFUSED = new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.empty());

    static Stream<StatementRecord> statements() {
        return Stream.of(COMPLETED, FAILED, REFUSED)
                .flatMap(outcome -> Stream.of(Statements.query(outcome), Statements.copy(outcome)));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void a_statement_is_one_run_of_a_start_and_one_end(StatementRecord statement) throws IOException {
        List<JsonNode> events = events(statement);

        String end = statement.outcome() instanceof Outcome.Completed ? "COMPLETE" : "FAIL";
        assertThat(events).map(event -> event.get("eventType").textValue()).containsExactly("START", end);
        assertThat(events)
                .map(event -> event.at("/run/runId").textValue())
                .containsOnly(statement.runId().toString());
        assertThat(events)
                .map(event -> Instant.parse(event.get("eventTime").textValue()))
                .containsExactly(statement.started(), statement.ended());
    }

    @ParameterizedTest
    @MethodSource("statements")
    void each_event_has_what_openlineage_requires(StatementRecord statement) throws IOException {
        for (JsonNode event : events(statement)) {
            assertThat(URI.create(event.get("producer").textValue())).hasScheme("https");
            assertThat(event.get("schemaURL").textValue())
                    .startsWith("https://openlineage.io/spec/")
                    .endsWith("RunEvent");
            assertThat(UUID.fromString(event.at("/run/runId").textValue())).isNotNull();
            assertThat(event.at("/job/namespace").textValue()).isEqualTo("carbon://face.example.org");
            assertThat(event.at("/job/name").textValue()).isNotBlank();
            for (JsonNode facet : facets(event)) {
                assertThat(facet.get("_producer").textValue()).isEqualTo(RunEvents.PRODUCER.toString());
                assertThat(URI.create(facet.get("_schemaURL").textValue())).hasScheme("https");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("statements")
    void the_governance_facet_keeps_its_schema(StatementRecord statement) throws IOException {
        for (JsonNode event : events(statement)) {
            Schemas.assertHolds("carbon-governance-run-facet.json", event.at("/run/facets/carbon_governance"));
        }
    }

    @ParameterizedTest
    @MethodSource("statements")
    void only_facets_of_the_list_are_sent(StatementRecord statement) throws IOException {
        for (JsonNode event : events(statement)) {
            assertThat(event.at("/run/facets").fieldNames())
                    .toIterable()
                    .isSubsetOf("carbon_governance", "errorMessage");
            assertThat(event.at("/job/facets").fieldNames()).toIterable().containsExactly("jobType");
            for (JsonNode input : event.get("inputs")) {
                assertThat(input.get("facets").fieldNames()).toIterable().isSubsetOf("symlinks", "version");
            }
            for (JsonNode output : event.get("outputs")) {
                assertThat(output.get("facets").fieldNames()).toIterable().isSubsetOf("symlinks", "columnLineage");
            }
        }
    }

    @Test
    void an_error_is_told_by_its_class_and_sqlstate_alone() throws IOException {
        JsonNode error = end(Statements.copy(FAILED)).at("/run/facets/errorMessage");

        assertThat(error.get("message").textValue()).isEqualTo("CAST_INVALID_INPUT SQLSTATE: 22018");
        assertThat(error.has("stackTrace")).isFalse();
    }

    @Test
    void a_run_that_failed_claims_no_column_lineage() throws IOException {
        assertThat(end(Statements.copy(FAILED)).at("/outputs/0/facets").has("columnLineage"))
                .isFalse();
    }

    @Test
    void the_coordinate_is_the_same_in_inputs_symlinks_and_column_lineage() throws IOException {
        JsonNode event = end(Statements.copy(COMPLETED));

        JsonNode input = event.at("/inputs/0");
        assertThat(input.get("namespace").textValue()).isEqualTo("carbon://face.example.org");
        assertThat(input.get("name").textValue()).isEqualTo("carbon.sales.orders");
        assertThat(input.at("/facets/symlinks/identifiers/0").toString())
                .isEqualTo(
                        "{\"namespace\":\"carbon://face.example.org\",\"name\":\"carbon.sales.orders\",\"type\":\"TABLE\"}");
        assertThat(input.at("/facets/symlinks/identifiers/1").toString())
                .isEqualTo("{\"namespace\":\"s3://warehouse\",\"name\":\"sales/orders-7f\",\"type\":\"LOCATION\"}");
        JsonNode field = event.at("/outputs/0/facets/columnLineage/fields/id/inputFields/0");
        assertThat(field.get("namespace")).isEqualTo(input.get("namespace"));
        assertThat(field.get("name")).isEqualTo(input.get("name"));
    }

    @Test
    void S15_the_version_is_the_snapshot_that_was_read_digit_by_digit() throws IOException {
        assertThat(end(Statements.query(COMPLETED))
                        .at("/inputs/0/facets/version/datasetVersion")
                        .textValue())
                .isEqualTo(Long.toString(Statements.SNAPSHOT));
    }

    @Test
    void masked_columns_say_so_in_the_new_way_and_the_old() throws IOException {
        JsonNode fields = end(Statements.copy(COMPLETED)).at("/outputs/0/facets/columnLineage/fields");

        assertThat(fields.at("/email/transformationType").textValue()).isEqualTo("MASKED");
        assertThat(fields.at("/email/inputFields/0/transformations").toString())
                .isEqualTo("[{\"type\":\"DIRECT\",\"subtype\":\"TRANSFORMATION\",\"masking\":true}]");
        assertThat(fields.get("id").has("transformationType")).isFalse();
        assertThat(fields.at("/id/inputFields/0/transformations").toString())
                .isEqualTo("[{\"type\":\"DIRECT\",\"subtype\":\"IDENTITY\",\"masking\":false}]");
        assertThat(fields.get("band").has("transformationType")).isFalse();
        assertThat(fields.at("/band/inputFields/1/transformations/0/type").textValue())
                .isEqualTo("INDIRECT");
    }

    @Test
    void columns_of_a_row_filter_are_indirect_filters_of_the_whole_output() throws IOException {
        JsonNode dataset = end(Statements.copy(COMPLETED)).at("/outputs/0/facets/columnLineage/dataset");

        assertThat(dataset).map(field -> field.get("field").textValue()).containsExactly("region", "status");
        assertThat(dataset.get(0).get("transformations").toString())
                .isEqualTo("[{\"type\":\"INDIRECT\",\"subtype\":\"FILTER\",\"masking\":false}]");
    }

    @Test
    void a_query_carries_its_policies_in_the_run() throws IOException {
        JsonNode governance = end(Statements.query(COMPLETED)).at("/run/facets/carbon_governance");

        assertThat(governance.get("policies"))
                .map(policy -> policy.get("id").textValue() + " " + policy.get("columns"))
                .containsExactly("pol_7c1e [\"region\"]", "pol_91aa [\"email\",\"email2\"]");
        assertThat(governance.get("principal").textValue()).isEqualTo("bob");
        assertThat(governance.get("decisionId").textValue())
                .isEqualTo(Statements.query(COMPLETED).decisionId().toString());
    }

    @Test
    void a_job_is_what_is_done_to_which_table_whoever_does_it() throws IOException {
        assertThat(end(Statements.query(COMPLETED)).at("/job/name").textValue())
                .isEqualTo("select.carbon.sales.orders");
        assertThat(end(Statements.copy(COMPLETED)).at("/job/name").textValue())
                .isEqualTo("create_table_as_select.carbon.mart.orders_eu");
        assertThat(end(Statements.of("bob", "s")).at("/job/name").textValue()).isEqualTo("set");
    }

    @Test
    void a_pseudonym_hides_the_principal_and_stays_the_same() throws IOException {
        PrincipalNames names = new PrincipalNames.Pseudonyms("key".getBytes(StandardCharsets.UTF_8));
        RunEvents events = new RunEvents(new LineageSettings("file:/unused", "carbon://face", names));

        List<String> written = events.of(Statements.query(COMPLETED));

        assertThat(written)
                .allSatisfy(event -> assertThat(event)
                        .doesNotContain("\"bob\"")
                        .contains(names.nameOf("bob"), "\"principalForm\":\"hmac\""));
        assertThat(PrincipalNames.of("hmac").nameOf("bob"))
                .isNotEqualTo(PrincipalNames.of("hmac").nameOf("bob"));
    }

    @Test
    void the_end_of_a_copy_reads_as_the_golden_event() throws IOException {
        String golden;
        try (var file = RunEventsTest.class.getResourceAsStream("/golden/create-table-as-select.json")) {
            golden = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(end(Statements.copy(COMPLETED)).toPrettyString()).isEqualTo(golden.strip());
    }

    private static List<JsonNode> events(StatementRecord statement) throws JsonProcessingException {
        List<JsonNode> events = new ArrayList<>();
        for (String event : new RunEvents(SETTINGS).of(statement)) {
            assertThat(event).hasLineCount(1);
            events.add(Schemas.JSON.readTree(event));
        }
        return events;
    }

    private static JsonNode end(StatementRecord statement) throws JsonProcessingException {
        return events(statement).get(1);
    }

    private static List<JsonNode> facets(JsonNode event) {
        List<JsonNode> facets = new ArrayList<>();
        event.findValues("facets").forEach(group -> group.forEach(facets::add));
        return facets;
    }
}
