package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecisionRecordTest {
    private static final Outcome DENIED = new Outcome.Refused(
            "CARBON_ACCESS_DENIED", "42501", Optional.of("carbon.hr.t"), List.of(Securable.table("carbon", "hr", "t")));

    static Stream<StatementRecord> every_statement_keeps_the_schema() {
        Outcome refused = new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.of("carbon.hr.t"));
        return Stream.of(
                Statements.query(new Outcome.Completed()),
                Statements.copy(new Outcome.Failed("DIVIDE_BY_ZERO", "22012")),
                Statements.query(refused),
                Statements.query(new Outcome.Refused("CARBON_NOT_GOVERNABLE", "0A000", Optional.empty())),
                Statements.query(DENIED),
                Statements.of("dan", "s-1"),
                Statements.of("quote\" \u0000 \n\u2028 𝒟an", "s-2"));
    }

    @ParameterizedTest
    @MethodSource
    void every_statement_keeps_the_schema(StatementRecord statement) throws IOException {
        Schemas.assertHolds("decision-record.json", read(statement));
    }

    @Test
    void S24_it_names_who_what_under_which_policies_and_how_it_ended() throws IOException {
        JsonNode record = read(Statements.copy(new Outcome.Completed()));

        assertThat(record.get("principal").textValue()).isEqualTo("bob");
        assertThat(record.get("actor").textValue()).isEqualTo("svc-runquery");
        assertThat(record.get("groups")).map(JsonNode::textValue).containsExactly("analysts", "de");
        assertThat(record.get("writes")).map(JsonNode::textValue).containsExactly("carbon.mart.orders_eu");
        JsonNode table = record.get("tables").get(0);
        assertThat(table.get("table").textValue()).isEqualTo("carbon.sales.orders");
        assertThat(table.get("snapshot-id").textValue()).isEqualTo("3962068933704253019");
        assertThat(table.get("policies"))
                .map(policy -> policy.get("id").textValue() + " "
                        + policy.get("kind").textValue() + " "
                        + policy.get("column").asText())
                .containsExactly(
                        "pol_7c1e row_filter null", "pol_91aa mask-alphanum email", "pol_91aa mask-alphanum email2");
        assertThat(table.get("exemptions").get(0).get("id").textValue()).isEqualTo("pol_free");
        assertThat(record.at("/outcome/status").textValue()).isEqualTo("completed");
    }

    @Test
    void S9_it_names_what_was_looked_up_and_in_which_snapshot() throws IOException {
        assertThat(read(Statements.copy(new Outcome.Completed())).get("lookups").toString())
                .isEqualTo("[{\"table\":\"carbon.gov.user_region\",\"snapshot-id\":\"3962068933704253019\"},"
                        + "{\"table\":\"carbon.gov.empty\",\"snapshot-id\":null}]");
    }

    @Test
    void S20_it_names_what_shadow_policies_would_have_done() throws IOException {
        JsonNode shadow = read(Statements.copy(new Outcome.Completed())).get("shadow");

        assertThat(shadow.get(0).toString())
                .isEqualTo(
                        "{\"id\":\"pol_next\",\"version\":2,\"etag\":\"sha256:dd\",\"table\":\"carbon.sales.orders\","
                                + "\"kind\":\"show-last-4\",\"columns\":[\"phone\",\"info.ssn\"],\"fault\":null}");
        assertThat(shadow.get(1).get("fault").textValue()).isEqualTo("a column that it needs (c) is missing");
        assertThat(shadow.get(1).has("hidden-rows")).isFalse();
        assertThat(shadow.get(2).get("hidden-rows").longValue()).isEqualTo(41);
        assertThat(shadow).hasSize(3);
    }

    @Test
    void S24_a_refusal_names_what_was_refused() throws IOException {
        JsonNode outcome = read(Statements.query(
                        new Outcome.Refused("CARBON_ACCESS_DENIED", "42501", Optional.of("carbon.hr.t"))))
                .get("outcome");

        assertThat(outcome.toString())
                .isEqualTo("{\"status\":\"refused\",\"error-class\":\"CARBON_ACCESS_DENIED\",\"sqlstate\":\"42501\","
                        + "\"object\":\"carbon.hr.t\"}");
    }

    @Test
    void S24_a_refused_statement_names_the_tables_that_it_asked_for() throws IOException {
        JsonNode tables = read(Statements.query(DENIED)).get("tables");

        assertThat(tables.get(tables.size() - 1).toString())
                .isEqualTo("{\"table\":\"carbon.hr.t\",\"snapshot-id\":null,\"etag\":null,\"policies\":[],"
                        + "\"exemptions\":[]}");
    }

    @Test
    void S24_where_a_table_lies_is_not_evidence() {
        assertThat(DecisionJson.of(Statements.copy(new Outcome.Completed()))).doesNotContain("s3:", "warehouse");
    }

    @Test
    void T40_the_same_statement_id_of_two_principals_gives_two_records_and_two_runs() {
        StatementRecord bob = Statements.of("bob", "s-1");
        StatementRecord dan = Statements.of("dan", "s-1");

        assertThat(bob.decisionId()).isEqualTo(Statements.of("bob", "s-1").decisionId());
        assertThat(bob.decisionId()).isNotIn(dan.decisionId(), bob.runId());
        assertThat(bob.runId()).isNotEqualTo(dan.runId());
    }

    @Test
    void T39_one_line_whatever_the_names_hold() {
        assertThat(DecisionJson.of(Statements.of("a\nb\r\"c", "s\n2"))).hasLineCount(1);
    }

    private static JsonNode read(StatementRecord statement) throws IOException {
        return Schemas.JSON.readTree(DecisionJson.of(statement));
    }
}
