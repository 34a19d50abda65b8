package io.paladio.carbon.platform.face;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.rest.RESTRequest;
import org.apache.iceberg.rest.RESTUtil;

/** One call as the protocol writes it: an operation, the names in its path, its query. Used by one thread. */
final class FaceRequest {
    private static final String BASE = "/api/iceberg/v1/";

    private final HttpExchange exchange;
    private final List<String> segments;

    private FaceRequest(HttpExchange exchange, List<String> segments) {
        this.exchange = exchange;
        this.segments = segments;
    }

    /** Reads the path; empty if it is none of the protocol's. */
    static Optional<FaceRequest> of(HttpExchange exchange) {
        String path = exchange.getRequestURI().getRawPath();
        return path.startsWith(BASE)
                ? Optional.of(new FaceRequest(
                        exchange, List.of(path.substring(BASE.length()).split("/"))))
                : Optional.empty();
    }

    /** The warehouse that the call is about; empty where it names none. */
    String warehouse() {
        return isConfig() ? query().getOrDefault("warehouse", "") : decode(segments.get(0));
    }

    private boolean isConfig() {
        return segments.equals(List.of("config"));
    }

    /** The operation, if the protocol has such a one. */
    Optional<FaceOperation> operation() {
        String method = exchange.getRequestMethod();
        if (isConfig()) {
            return "GET".equals(method) ? Optional.of(FaceOperation.CONFIG) : Optional.empty();
        }
        List<String> shape = new ArrayList<>(segments.subList(1, segments.size()));
        if (!shape.isEmpty() && shape.get(0).equals("namespaces")) {
            star(shape, 1);
            star(shape, 3);
            star(shape, 5);
        }
        return FaceOperation.of(method, String.join("/", shape));
    }

    private static void star(List<String> shape, int index) {
        if (index < shape.size()) {
            shape.set(index, "*");
        }
    }

    Namespace namespace() {
        if (segments.size() < 3) {
            throw new NoSuchNamespaceException("The path names no namespace");
        }
        return RESTUtil.decodeNamespace(segments.get(2));
    }

    /** The table or view that the path names. */
    TableIdentifier identifier() {
        if (segments.size() < 5) {
            throw new BadRequestException("The path names no table");
        }
        return TableIdentifier.of(namespace(), decode(segments.get(4)));
    }

    Map<String, String> query() {
        Map<String, String> query = new HashMap<>();
        String raw = exchange.getRequestURI().getRawQuery();
        for (String field : raw == null ? new String[0] : raw.split("&")) {
            String[] parts = field.split("=", 2);
            query.put(decode(parts[0]), parts.length == 2 ? decode(parts[1]) : "");
        }
        return query;
    }

    <T extends RESTRequest> T body(Class<T> type) {
        try {
            T body = FaceJson.read(exchange.getRequestBody().readAllBytes(), type);
            body.validate();
            return body;
        } catch (IOException | IllegalArgumentException | NullPointerException malformed) {
            throw new BadRequestException("The request's body is no %s", type.getSimpleName());
        }
    }

    /** What the caller says to know already, as tags. */
    String knownTags() {
        return String.valueOf(exchange.getRequestHeaders().getFirst("If-None-Match"));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
