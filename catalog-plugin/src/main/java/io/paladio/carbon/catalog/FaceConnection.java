package io.paladio.carbon.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * How one session speaks to the face. Everything that could lead a request elsewhere, share an answer or wait too long is
 * pinned here; what the face's own configuration says about it is not heard. Thread-safe.
 */
final class FaceConnection {
    private static final Map<String, String> HTTP = Map.of(
            "rest.client.max-retries", "1",
            "rest.client.connection-timeout-ms", "2000",
            "rest.client.socket-timeout-ms", "4000");
    private static final Map<String, String> HEADERS = Map.of("X-Iceberg-Access-Delegation", "vended-credentials");
    private static final Duration ONE_ANSWER = Duration.ofMillis(4000);
    private static final Duration WHOLE_REQUEST = Duration.ofMillis(4500);
    private static final Cleaner CLEANER = Cleaner.create();

    private final FaceOptions options;
    private final Supplier<SessionGovernance> governance;
    private final FaceTokens tokens;
    private final TableLoads loads = new TableLoads();

    FaceConnection(FaceOptions options, Supplier<SessionGovernance> governance) {
        this.options = options;
        this.governance = governance;
        this.tokens = FaceTokens.of(options);
    }

    RESTClient newClient() {
        ObjectMapper mapper = FaceMessages.mapper();
        FaceAuthSession session = new FaceAuthSession(governance, tokens);
        RESTClient http = HTTPClient.builder(HTTP)
                .uri(options.uri())
                .withObjectMapper(mapper)
                .withHeaders(HEADERS)
                .withAuthSession(session)
                .build();
        RESTClient once = new OnceClient(options.uri(), mapper, HEADERS, ONE_ANSWER, session);
        FaceErrors errors = FaceErrors.ofReads(options.warehouse(), governance);
        FaceClient client = new FaceClient(http, once, governance, new FaceDeadline(WHOLE_REQUEST), errors, loads);
        CLEANER.register(client, new Closing(http));
        return client;
    }

    /** What the clients of this connection heard about tables. */
    TableLoads loads() {
        return loads;
    }

    /** The id of the statement that runs; one of its own where nobody gave it any. */
    String statement() {
        return governance.get().statementId().orElseGet(() -> UUID.randomUUID().toString());
    }

    /** What Iceberg's catalog is told: no secret, since it travels to executors with every table. */
    Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>(options.storage());
        properties.put("uri", options.uri().toString());
        properties.put("warehouse", options.warehouse());
        properties.put("rest.auth.type", "none");
        properties.put("rest-metrics-reporting-enabled", "false");
        properties.put("rest-table-cache.max-entries", "0");
        properties.put("scan-planning-mode", "client");
        return Map.copyOf(properties);
    }

    /** Spark never closes a catalog. A session's connections, which nobody else may use, go when nothing of it is left. */
    private record Closing(RESTClient http) implements Runnable {
        @Override
        public void run() {
            try {
                http.close();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
