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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
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
        STATUS_401,
        STATUS_403,
        STATUS_500,
        STATUS_503_RETRY_LATER,
        HANG,
        NONSENSE,
        NOT_MODIFIED
    }

    private static final ObjectMapper JSON = FaceMessages.mapper();

    final InMemoryCatalog tables = new InMemoryCatalog();
    final List<Seen> seen = new CopyOnWriteArrayList<>();
    /** The {@code read-restrictions} that come along with a table, by its name; any text. */
    final Map<String, String> restrictions = new ConcurrentHashMap<>();

    volatile Fault fault = Fault.NONE;
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
            if (path.equals("config") && fault != Fault.HANG && fault != Fault.STATUS_500) {
                send(
                        exchange,
                        200,
                        "{\"defaults\":{},\"overrides\":{\"uri\":\"http://198.51.100.1/\",\"prefix\":\"w\","
                                + "\"rest-table-cache.max-entries\":\"100\"}}");
                return;
            }
            switch (fault) {
                case NONE -> serve(exchange, path);
                case NOT_MODIFIED -> exchange.sendResponseHeaders(304, -1);
                case STATUS_401 -> fail(exchange, 401, "NotAuthorizedException");
                case STATUS_403 -> fail(exchange, 403, "ForbiddenException");
                case STATUS_500 -> fail(exchange, 500, "InternalServerError");
                case STATUS_503_RETRY_LATER -> {
                    exchange.getResponseHeaders().set("Retry-After", "60");
                    fail(exchange, 503, "ServiceUnavailableException");
                }
                case NONSENSE -> send(exchange, 200, "{\"metadata\": 7");
                case HANG -> hang();
            }
        }
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
        TableIdentifier identifier =
                spelled(TableIdentifier.of(Namespace.of(decoded(parts[2]).split("\u001f")), decoded(parts[4])));
        if (!tables.namespaceExists(identifier.namespace())) {
            fail(exchange, 404, "NoSuchNamespaceException");
            return;
        }
        try {
            if (exchange.getRequestMethod().equals("DELETE")) {
                CatalogHandlers.dropTable(tables, identifier);
                exchange.sendResponseHeaders(204, -1);
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
