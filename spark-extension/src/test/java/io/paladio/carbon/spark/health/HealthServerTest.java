package io.paladio.carbon.spark.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.IndexUnavailable;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.lineage.SinkCounts;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.lineage.SinkHealth.Storage;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.spark.CarbonConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthServerTest {
    private static final CarbonConfig CONFIG = CarbonConfig.of(Map.of(
            "spark.carbon.index.source", "jdbc",
            "spark.carbon.index.jdbc.url", "jdbc:postgresql://index.internal/carbon",
            "spark.carbon.index.jdbc.user", "carbon_engine",
            "spark.carbon.index.jdbc.password-file", "/run/secrets/index-password"));

    private List<FaultyDocument> faults = List.of();
    private List<SinkHealth> evidence = List.of();
    private HealthServer server;

    @BeforeEach
    void start() {
        server = HealthServer.start(0, CONFIG, "4.1.2", () -> faults, () -> evidence);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void health_says_that_it_is_up_and_how_storage_is_reached() throws Exception {
        JsonNode page = new ObjectMapper().readTree(get("/health").body());

        assertThat(page.path("status").asText()).isEqualTo("up");
        assertThat(page.path("spark_version").asText()).isEqualTo("4.1.2");
        assertThat(page.path("storage_credential").asText()).isEqualTo("vended");
        assertThat(page.path("index").path("source").asText()).isEqualTo("jdbc");
    }

    @Test
    void health_names_the_documents_of_index_that_are_at_fault_and_what_holds_in_their_place() throws Exception {
        assertThat(get("/health").body()).contains("\"index_faults\" : [ ]");
        faults = List.of(new FaultyDocument("policies/a.json", "at $.tests[0]", FaultyDocument.Standing.EARLIER_STATE));

        JsonNode fault = new ObjectMapper()
                .readTree(get("/health").body())
                .path("index_faults")
                .path(0);
        assertThat(fault.path("document").asText()).isEqualTo("policies/a.json");
        assertThat(fault.path("fault").asText()).isEqualTo("at $.tests[0]");
        assertThat(fault.path("standing").asText()).isEqualTo("its earlier state is in force");
        assertThat(get("/metrics").body()).contains("carbon_index_faulty_documents 1\n");
    }

    @Test
    void evidence_on_its_way_is_shown_and_whether_it_outlives_the_process() throws Exception {
        evidence = List.of(
                new SinkHealth(
                        "decisions", Storage.MEMORY, new SinkCounts(4, 1, 0), 0, 1, 0, Optional.empty(), "answering"),
                new SinkHealth(
                        "lineage",
                        Storage.SPOOL,
                        new SinkCounts(10, 2, 30),
                        3,
                        5,
                        4096,
                        Optional.of(Instant.now().minusSeconds(60)),
                        "failing: status 503"));

        JsonNode page = new ObjectMapper().readTree(get("/health").body()).path("evidence");
        assertThat(page.path(0).path("kept_in").asText()).isEqualTo("memory");
        assertThat(page.path(0).path("survives_a_kill").asBoolean(true)).isFalse();
        assertThat(page.path(1).path("survives_a_kill").asBoolean()).isTrue();
        assertThat(page.path(1).path("receiver").asText()).isEqualTo("failing: status 503");
        assertThat(page.path(1).path("waiting").asLong()).isEqualTo(30);
        assertThat(page.path(1).path("lost").asLong()).isEqualTo(2);
        assertThat(page.path(1).path("oldest_seconds").asDouble()).isBetween(60.0, 90.0);
        assertThat(get("/metrics").body())
                .contains("carbon_evidence_delivered_total{sink=\"lineage\"} 10\n")
                .contains("carbon_evidence_lost_total{sink=\"decisions\"} 1\n")
                .contains("carbon_evidence_set_aside_total{sink=\"lineage\"} 3\n")
                .contains("carbon_evidence_waiting{sink=\"lineage\"} 30\n")
                .contains("carbon_evidence_spool_bytes{sink=\"lineage\"} 4096\n")
                .contains("carbon_evidence_oldest_seconds{sink=\"lineage\"} 6");
    }

    @Test
    void the_configuration_page_shows_modes_and_no_secret() throws Exception {
        String page = get("/config").body();

        assertThat(page).contains("\"code.allow\" : \"none\"").contains("\"decisions.sink\" : \"index\"");
        assertThat(page)
                .doesNotContain("password")
                .doesNotContain("index.internal")
                .doesNotContain("/run/secrets");
    }

    @Test
    void metrics_count_refusals_by_class_and_the_questions_to_index() throws Exception {
        CarbonMetrics.refused(CarbonCondition.SEAL_BROKEN);
        PolicySource silent = new MeasuredPolicySource(new PolicySource() {
            @Override
            public ResolveAnswer resolve(ResolveRequest request) {
                throw IndexUnavailable.because("it is down");
            }

            @Override
            public void close() {}
        });
        long before = CarbonMetrics.questions();
        assertThatThrownBy(() ->
                        silent.resolve(new ResolveRequest(new Caller("alice", Optional.empty(), Map.of()), Set.of())))
                .hasMessageContaining("CARBON_INDEX_UNAVAILABLE");

        String page = get("/metrics").body();
        assertThat(CarbonMetrics.questions()).isEqualTo(before + 1);
        assertThat(page).contains("carbon_refusals_total{class=\"CARBON_SEAL_BROKEN\"}");
        assertThat(page).contains("carbon_index_resolve_seconds_count ").contains("carbon_seal_failures_total ");
        assertThat(get("/health").body()).contains("\"state\" : \"failing\"");
    }

    @Test
    void nothing_else_is_served_and_only_on_loopback() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(404);
        assertThat(get("/health/x").statusCode()).isEqualTo(404);
        HttpResponse<String> posted = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri("/health"))
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(posted.statusCode()).isEqualTo(404);
    }

    @Test
    void a_port_that_is_taken_stops_the_start() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> HealthServer.start(taken.getLocalPort(), CONFIG, "4.1.2", List::of, List::of))
                    .hasMessageContaining("CARBON_CONFIG_INVALID")
                    .hasMessageContaining("spark.carbon.health.port");
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
