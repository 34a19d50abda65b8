package io.paladio.carbon.platform.face;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.FaceClient;
import io.paladio.carbon.platform.PlatformTokens;
import io.paladio.carbon.platform.index.SampleIndex;
import io.paladio.carbon.platform.sample.SampleTables;
import java.lang.reflect.Modifier;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.ResourcePaths;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call that Iceberg's own client knows, on a table under a policy, by everybody who is not the trusted engine. A call that
 * a later Iceberg adds fails here until somebody has decided what it may give.
 */
class FaceRoutesTest {
    private static final TableIdentifier GOVERNED = TableIdentifier.of("hr", "t");
    private static final String HEADERS_OF_THE_ENGINE = "with the engine's headers";

    /**
     * What a foreign caller gets, and what the engine gets on behalf of alice, who owns nothing.
     *
     * @param body what is sent
     */
    private record Due(int foreign, int engine, String body) {}

    private static final String NEW_TABLE =
            "{\"name\":\"t\",\"schema\":{\"type\":\"struct\",\"fields\":[]},\"properties\":{}}";
    /** To its own name, which changes nothing where it is let in. */
    private static final String RENAME = "{\"source\":{\"namespace\":[\"hr\"],\"name\":\"t\"},"
            + "\"destination\":{\"namespace\":[\"hr\"],\"name\":\"t\"}}";

    private static final String CHANGE =
            "{\"identifier\":{\"namespace\":[\"hr\"],\"name\":\"t\"},\"requirements\":[{\"type\":\"assert-table-uuid\","
                    + "\"uuid\":\"00000000-0000-0000-0000-000000000000\"}],\"updates\":[]}";
    private static final String NEW_VIEW = "{\"name\":\"t\",\"schema\":{\"type\":\"struct\",\"fields\":[]},"
            + "\"view-version\":{\"version-id\":1,\"schema-id\":0,\"timestamp-ms\":1,\"summary\":{},"
            + "\"default-namespace\":[\"hr\"],\"representations\":[{\"type\":\"sql\",\"sql\":\"SELECT 1\","
            + "\"dialect\":\"spark\"}]},\"properties\":{}}";

    private static final Map<Endpoint, Due> DUE = due();

    private static Map<Endpoint, Due> due() {
        Map<Endpoint, Due> due = new LinkedHashMap<>();
        due.put(Endpoint.V1_LIST_NAMESPACES, new Due(200, 200, ""));
        due.put(Endpoint.V1_LOAD_NAMESPACE, new Due(200, 200, ""));
        due.put(Endpoint.V1_NAMESPACE_EXISTS, new Due(204, 204, ""));
        due.put(Endpoint.V1_CREATE_NAMESPACE, new Due(409, 409, "{\"namespace\":[\"hr\"],\"properties\":{}}"));
        due.put(Endpoint.V1_UPDATE_NAMESPACE, new Due(403, 403, "{\"updates\":{\"x\":\"y\"},\"removals\":[]}"));
        due.put(Endpoint.V1_DELETE_NAMESPACE, new Due(403, 403, ""));
        due.put(Endpoint.V1_COMMIT_TRANSACTION, new Due(403, 406, "{\"table-changes\":[" + CHANGE + "]}"));
        due.put(Endpoint.V1_LIST_TABLES, new Due(200, 200, ""));
        due.put(Endpoint.V1_LOAD_TABLE, new Due(403, 200, ""));
        due.put(Endpoint.V1_TABLE_EXISTS, new Due(403, 204, ""));
        due.put(Endpoint.V1_CREATE_TABLE, new Due(403, 409, NEW_TABLE));
        due.put(Endpoint.V1_UPDATE_TABLE, new Due(403, 409, CHANGE));
        due.put(Endpoint.V1_RENAME_TABLE, new Due(403, 204, RENAME));
        due.put(Endpoint.V1_REGISTER_TABLE, new Due(403, 403, "{\"name\":\"t\",\"metadata-location\":\"s3://x\"}"));
        due.put(Endpoint.V1_REPORT_METRICS, new Due(403, 204, "{}"));
        due.put(Endpoint.V1_TABLE_CREDENTIALS, new Due(403, 200, ""));
        due.put(Endpoint.V1_TABLE_REMOTE_SIGN, new Due(403, 406, "{}"));
        due.put(Endpoint.V1_SUBMIT_TABLE_SCAN_PLAN, new Due(403, 406, "{}"));
        due.put(Endpoint.V1_FETCH_TABLE_SCAN_PLAN, new Due(403, 406, ""));
        due.put(Endpoint.V1_CANCEL_TABLE_SCAN_PLAN, new Due(403, 406, ""));
        due.put(Endpoint.V1_FETCH_TABLE_SCAN_PLAN_TASKS, new Due(403, 406, "{\"plan-task\":\"x\"}"));
        due.put(Endpoint.V1_LIST_VIEWS, new Due(200, 200, ""));
        due.put(Endpoint.V1_LOAD_VIEW, new Due(403, 404, ""));
        due.put(Endpoint.V1_VIEW_EXISTS, new Due(403, 404, ""));
        due.put(Endpoint.V1_CREATE_VIEW, new Due(403, 409, NEW_VIEW));
        due.put(Endpoint.V1_UPDATE_VIEW, new Due(403, 404, "{\"requirements\":[],\"updates\":[]}"));
        due.put(Endpoint.V1_DELETE_VIEW, new Due(403, 404, ""));
        due.put(Endpoint.V1_RENAME_VIEW, new Due(403, 204, RENAME));
        due.put(Endpoint.V1_REGISTER_VIEW, new Due(403, 403, "{\"name\":\"t\",\"metadata-location\":\"s3://x\"}"));
        // Last, since for the engine it is done.
        due.put(Endpoint.V1_DELETE_TABLE, new Due(403, 204, ""));
        return due;
    }

    @TempDir
    static Path folder;

    private static EmbeddedPlatform platform;
    private static FaceClient clients;
    private static TableMetadata before;

    @BeforeAll
    static void start() {
        SampleIndex.write(folder.resolve("index"));
        platform = EmbeddedPlatform.start(
                EmbeddedPlatform.Options.of(folder.resolve("platform"), folder.resolve("index")));
        SampleTables.createHr(platform.face().catalog());
        clients = new FaceClient(platform);
        before = metadata();
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static TableMetadata metadata() {
        TableOperations table = ((BaseTable) platform.face().catalog().loadTable(GOVERNED)).operations();
        return table.current();
    }

    @Test
    void every_call_of_the_protocol_has_been_decided() {
        assertThat(DUE.keySet()).isEqualTo(Set.copyOf(constants(Endpoint.class, Endpoint.class)));
        for (Endpoint endpoint : DUE.keySet()) {
            assertThat(operation(endpoint)).as("%s", endpoint).isPresent();
        }
        Set<String> paths = DUE.keySet().stream().map(Endpoint::path).collect(Collectors.toCollection(TreeSet::new));
        assertThat(paths).isEqualTo(new TreeSet<>(constants(ResourcePaths.class, String.class)));
    }

    @Test
    void what_is_advertised_is_what_is_there() throws Exception {
        HttpResponse<String> config = clients.send("GET", "/v1/config?warehouse=carbon", clients.asPerson("alice"));
        Set<String> advertised = new TreeSet<>();
        new ObjectMapper().readTree(config.body()).path("endpoints").forEach(name -> advertised.add(name.asText()));

        Set<String> there = DUE.entrySet().stream()
                .filter(due ->
                        due.getValue().engine() != 406 && !due.getKey().path().contains("register"))
                .map(due -> due.getKey().toString())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(advertised).isEqualTo(there);
    }

    @Test
    void the_page_for_operators_names_every_call() throws Exception {
        String page = Files.readString(Path.of("../../docs/face.md"));
        assertThat(DUE.keySet()).allSatisfy(call -> assertThat(page).contains("| `" + call + "` | "));
    }

    static List<String> foreigners() {
        return List.of("a person", HEADERS_OF_THE_ENGINE, "a delegate", "the engine without anybody");
    }

    @ParameterizedTest
    @MethodSource("foreigners")
    void T35_no_call_gives_a_governed_table_to_anybody_but_the_engine(String foreigner) throws Exception {
        for (Map.Entry<Endpoint, Due> call : DUE.entrySet()) {
            HttpResponse<String> answer = send(call.getKey(), token(foreigner), foreigner, call.getValue());

            assertThat(answer.statusCode())
                    .as("%s: %s", call.getKey(), answer.body())
                    .isEqualTo(call.getValue().foreign());
            assertThat(answer.body()).doesNotContain("s3://", "s3.", "secret", "metadata-location", "tenant_");
            assertThat(answer.headers().firstValue("Cache-Control")).hasValue("private, no-store");
        }
        assertThat(metadata().metadataFileLocation()).isEqualTo(before.metadataFileLocation());
    }

    /** What all those calls do where the engine makes them: none was refused for being malformed. */
    @Test
    void T35_the_engine_is_served_by_the_same_calls() throws Exception {
        try {
            for (Map.Entry<Endpoint, Due> call : DUE.entrySet()) {
                HttpResponse<String> answer =
                        send(call.getKey(), clients.asEngine("alice"), "the engine", call.getValue());

                assertThat(answer.statusCode())
                        .as("%s: %s", call.getKey(), answer.body())
                        .isEqualTo(call.getValue().engine());
                if (answer.statusCode() >= 400) {
                    assertThat(answer.body()).doesNotContain("tenant_");
                }
            }
        } finally {
            again();
        }
    }

    private static void again() {
        WarehouseCatalog catalog = platform.face().catalog();
        if (!catalog.tableExists(GOVERNED)) {
            catalog.dropNamespace(GOVERNED.namespace());
            SampleTables.createHr(catalog);
            before = metadata();
        }
    }

    @Test
    void T35_a_view_that_a_table_is_said_to_be_read_for_lifts_nothing() throws Exception {
        for (String call : List.of("", "/credentials")) {
            String path = "/v1/carbon/namespaces/hr/tables/t" + call + "?referenced-by=hr%1Fv,hr%1Fw";
            assertThat(clients.send("GET", path, clients.asPerson("alice")).statusCode())
                    .isEqualTo(403);
            assertThat(clients.send("GET", path, clients.asEngine("dan")).statusCode())
                    .isEqualTo(403);
            assertThat(clients.send("GET", path, clients.asEngine("bob")).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void T35_nobody_is_served_without_a_token_whatever_the_call() throws Exception {
        for (Map.Entry<Endpoint, Due> call : DUE.entrySet()) {
            assertThat(send(call.getKey(), "none", "nobody", call.getValue()).statusCode())
                    .as("%s", call.getKey())
                    .isEqualTo(401);
        }
    }

    private static HttpResponse<String> send(Endpoint call, String token, String as, Due due) throws Exception {
        String path = call.path()
                .replace("{prefix}", "carbon")
                .replace("{namespace}", "hr")
                .replaceAll("\\{[a-z-]+\\}", "t");
        Map<String, String> headers = as.equals(HEADERS_OF_THE_ENGINE)
                ? Map.of(
                        "X-Carbon-Engine", "carbon-engine",
                        "X-Carbon-Statement", "s",
                        "X-Forwarded-User", "carbon-engine",
                        "User-Agent", "carbon-engine",
                        "act", "{\"sub\":\"carbon-engine\"}")
                : Map.of();
        return clients.send(call.httpMethod(), path, token, headers, due.body());
    }

    private static String token(String foreigner) {
        return switch (foreigner) {
            case "a delegate" -> clients.tokens().get("svc-runquery-as-bob");
            case "the engine without anybody" -> PlatformTokens.ofEngine(platform.issuer());
            default -> clients.asPerson("alice");
        };
    }

    private static Optional<FaceOperation> operation(Endpoint endpoint) {
        String shape = endpoint.path().substring("/v1/{prefix}/".length()).replaceAll("\\{[a-z-]+\\}", "*");
        return FaceOperation.of(endpoint.httpMethod(), shape);
    }

    private static <T> List<T> constants(Class<?> owner, Class<T> type) {
        return Arrays.stream(owner.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == type)
                .map(field -> {
                    try {
                        return type.cast(field.get(null));
                    } catch (IllegalAccessException hidden) {
                        throw new IllegalStateException(hidden);
                    }
                })
                .toList();
    }
}
