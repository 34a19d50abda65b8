package io.paladio.carbon.catalog;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTCatalogProperties.SnapshotMode;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.LoadTableResponse;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A face on a loopback port over an in-memory catalog: reads metadata and drops tables, notes every request, and fails as told.
 */
final class TestFace implements AutoCloseable {
    record Seen(
            String method,
            String path,
            Optional<String> authorization,
            Optional<String> statement,
            String delegation) {}

    /** How a request fails; {@link #NONE} lets it through. */
    enum Fault {
        NONE,
        STATUS_400(400, "BadRequestException"),
        STATUS_401(401, "NotAuthorizedException"),
        STATUS_403(403, "ForbiddenException"),
        STATUS_404(404, "NoSuchTableException"),
        STATUS_404_OF_A_DOOR,
        NO_WAREHOUSE(404, "NoSuchWarehouseException"),
        STATUS_406(406, "UnsupportedOperationException"),
        STATUS_409(409, "CommitFailedException"),
        STATUS_419(419, "AuthenticationTimeoutException"),
        STATUS_429(429, "TooManyRequestsException"),
        STATUS_429_RETRY_LATER(429, "TooManyRequestsException"),
        STATUS_500(500, "InternalServerError"),
        STATUS_501(501, "UnsupportedOperationException"),
        STATUS_502(502, "BadGatewayException"),
        STATUS_503(503, "ServiceUnavailableException"),
        STATUS_503_RETRY_LATER(503, "ServiceUnavailableException"),
        /** Does what was asked, and says that it could not. */
        DONE_AND_503_RETRY_SOON(503, "ServiceUnavailableException"),
        DONE_AND_DROPPED,
        STATUS_504(504, "GatewayTimeoutException"),
        HANG,
        DROPPED,
        CUT,
        NONSENSE,
        NOT_MODIFIED;

        private final int status;
        private final String type;

        Fault() {
            this(0, "");
        }

        Fault(int status, String type) {
            this.status = status;
            this.type = type;
        }

        private Optional<String> pause() {
            return name().endsWith("_RETRY_LATER")
                    ? Optional.of("60")
                    : Optional.of("1").filter(soon -> name().endsWith("_RETRY_SOON"));
        }

        private boolean isDone() {
            return name().startsWith("DONE_AND_");
        }
    }

    private static final Set<Fault> OF_CONFIG = EnumSet.of(Fault.HANG, Fault.STATUS_500, Fault.NO_WAREHOUSE);
    private static final ObjectMapper JSON = FaceMessages.mapper();

    final InMemoryCatalog tables = new InMemoryCatalog();
    final List<Seen> seen = new CopyOnWriteArrayList<>();
    /** The {@code read-restrictions} that come along with a table, by its name; any text. */
    final Map<String, String> restrictions = new ConcurrentHashMap<>();

    volatile Fault fault = Fault.NONE;
    /** Which requests fail, by their method. */
    volatile Predicate<String> failing = method -> true;

    volatile boolean lenient;
    volatile Map<String, String> vended =
            Map.of("s3.access-key-id", "vended-key", "s3.secret-access-key", "vended-secret");

    private final HttpServer server;
    private final CountDownLatch closed = new CountDownLatch(1);

    TestFace() throws IOException {
        tables.initialize("carbon", Map.of());
        tables.createNamespace(Namespace.of("sales"));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "test-face");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::answer);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/iceberg");
    }

    Table create(String name, Schema schema) {
        return tables.createTable(TableIdentifier.of("sales", name), schema);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            String path = exchange.getRequestURI().getRawPath().substring("/api/iceberg/v1/".length());
            seen.add(new Seen(
                    exchange.getRequestMethod(),
                    path,
                    Optional.ofNullable(headers.getFirst("Authorization")),
                    Optional.ofNullable(headers.getFirst("X-Carbon-Statement")),
                    String.valueOf(headers.getFirst("X-Iceberg-Access-Delegation"))));
            if (path.equals("config") && !OF_CONFIG.contains(fault)) {
                send(
                        exchange,
                        200,
                        "{\"defaults\":{},\"overrides\":{\"uri\":\"http://198.51.100.1/\",\"prefix\":\"w\","
                                + "\"rest-table-cache.max-entries\":\"100\"}}");
                return;
            }
            answer(exchange, path, failing.test(exchange.getRequestMethod()) ? fault : Fault.NONE);
        }
    }

    private void answer(HttpExchange exchange, String path, Fault how) throws IOException {
        if (how.isDone()) {
            commit(exchange, identifier(path.split("/")));
        }
        how.pause().ifPresent(pause -> exchange.getResponseHeaders().set("Retry-After", pause));
        switch (how) {
            case NONE -> serve(exchange, path);
            case NOT_MODIFIED -> exchange.sendResponseHeaders(304, -1);
            case NONSENSE -> send(exchange, 200, "{\"metadata\": 7");
            case STATUS_404_OF_A_DOOR -> send(exchange, 404, "<html>no way to here</html>");
            case CUT -> {
                exchange.sendResponseHeaders(200, 100_000);
                exchange.getResponseBody().write("{\"metadata\":{".getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
            case HANG -> hang();
            case DROPPED, DONE_AND_DROPPED -> {
                // The exchange is closed without a word.
            }
            default -> fail(exchange, how.status, how.type);
        }
    }

    private LoadTableResponse commit(HttpExchange exchange, TableIdentifier table) throws IOException {
        return CatalogHandlers.updateTable(
                tables, table, JSON.readValue(exchange.getRequestBody(), UpdateTableRequest.class));
    }

    private static TableIdentifier identifier(String[] parts) {
        return TableIdentifier.of(Namespace.of(decoded(parts[2]).split("\u001f")), decoded(parts[4]));
    }

    private void hang() {
        try {
            closed.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(HttpExchange exchange, String path) throws IOException {
        String[] parts = path.split("/");
        if (path.endsWith("/tables/rename")) {
            CatalogHandlers.renameTable(tables, JSON.readValue(exchange.getRequestBody(), RenameTableRequest.class));
            exchange.sendResponseHeaders(204, -1);
            return;
        }
        if (parts.length <= 3) {
            serveSchemas(exchange);
            return;
        }
        if (parts.length == 4) {
            Namespace schema = Namespace.of(decoded(parts[2]));
            send(exchange, 200, JSON.writeValueAsString(CatalogHandlers.listTables(tables, schema)));
            return;
        }
        TableIdentifier identifier = spelled(identifier(parts));
        if (!tables.namespaceExists(identifier.namespace())) {
            fail(exchange, 404, "NoSuchNamespaceException");
            return;
        }
        try {
            if (exchange.getRequestMethod().equals("DELETE")) {
                CatalogHandlers.dropTable(tables, identifier);
                exchange.sendResponseHeaders(204, -1);
            } else if (exchange.getRequestMethod().equals("POST")) {
                send(exchange, 200, JSON.writeValueAsString(commit(exchange, identifier)));
            } else if (exchange.getRequestMethod().equals("HEAD")) {
                CatalogHandlers.tableExists(tables, identifier);
                exchange.sendResponseHeaders(204, -1);
            } else if (exchange.getRequestHeaders().containsKey("If-None-Match")) {
                exchange.sendResponseHeaders(304, -1);
            } else {
                exchange.getResponseHeaders().set("ETag", "\"never-changes\"");
                send(exchange, 200, table(identifier));
            }
        } catch (NoSuchTableException missing) {
            fail(exchange, 404, "NoSuchTableException");
        }
    }

    /** Lists and makes schemas; drops none, as if each held tables. */
    private void serveSchemas(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestMethod()) {
            case "POST" -> {
                var asked = JSON.readValue(exchange.getRequestBody(), CreateNamespaceRequest.class);
                send(exchange, 200, JSON.writeValueAsString(CatalogHandlers.createNamespace(tables, asked)));
            }
            case "DELETE" -> fail(exchange, 409, "NamespaceNotEmptyException");
            default ->
                send(exchange, 200, JSON.writeValueAsString(CatalogHandlers.listNamespaces(tables, Namespace.empty())));
        }
    }

    private TableIdentifier spelled(TableIdentifier identifier) {
        return !lenient
                ? identifier
                : tables.listTables(Namespace.of("sales")).stream()
                        .filter(known -> known.toString().equalsIgnoreCase(identifier.toString()))
                        .findFirst()
                        .orElse(identifier);
    }

    private String table(TableIdentifier identifier) throws IOException {
        LoadTableResponse found = CatalogHandlers.loadTable(tables, identifier, SnapshotMode.ALL);
        String json = JSON.writeValueAsString(LoadTableResponse.builder()
                .withTableMetadata(found.tableMetadata())
                .addAllConfig(vended)
                .build());
        String sent = restrictions.get(identifier.name());
        return sent == null ? json : "{\"read-restrictions\":" + sent + "," + json.substring(1);
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }

    private static void fail(HttpExchange exchange, int status, String type) throws IOException {
        send(
                exchange,
                status,
                "{\"error\":{\"message\":\"at s3://secret/place\",\"type\":\"" + type + "\",\"code\":" + status + "}}");
    }

    private static void send(HttpExchange exchange, int status, String body) {
        try {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
            if (!head) {
                exchange.getResponseBody().write(bytes);
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
