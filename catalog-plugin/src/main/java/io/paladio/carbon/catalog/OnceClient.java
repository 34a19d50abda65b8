package io.paladio.carbon.catalog;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.BaseHTTPClient;
import org.apache.iceberg.rest.ErrorHandler;
import org.apache.iceberg.rest.HTTPHeaders;
import org.apache.iceberg.rest.HTTPRequest;
import org.apache.iceberg.rest.HTTPRequest.HTTPMethod;
import org.apache.iceberg.rest.ImmutableHTTPRequest;
import org.apache.iceberg.rest.ParserContext;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.shaded.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.iceberg.shaded.com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * Sends each request once, whatever is answered: for changes. Iceberg's own client repeats a change that was answered with 503
 * and {@code Retry-After}, and one that took place before that answer is then made twice. Thread-safe.
 */
final class OnceClient extends BaseHTTPClient {
    private static final int NO_CONTENT = 204;
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private final URI face;
    private final ObjectMapper mapper;
    private final Map<String, String> headers;
    private final Duration timeout;
    private final AuthSession session;
    /** The session's own, from its first change on: most sessions make none. */
    private Optional<HttpClient> http = Optional.empty();

    /** @param headers of every request; they yield to those of one */
    OnceClient(URI face, ObjectMapper mapper, Map<String, String> headers, Duration timeout, AuthSession session) {
        this.face = face;
        this.mapper = mapper;
        this.headers = Map.copyOf(headers);
        this.timeout = timeout;
        this.session = session;
    }

    @Override
    public RESTClient withAuthSession(AuthSession ignored) {
        return this;
    }

    @Override
    protected HTTPRequest buildRequest(
            HTTPMethod method,
            String path,
            @Nullable Map<String, String> query,
            Map<String, String> own,
            @Nullable Object body) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Accept", "application/json");
        if (body != null) {
            all.put("Content-Type", body instanceof Map ? "application/x-www-form-urlencoded" : "application/json");
        }
        all.putAll(own);
        return session.authenticate(ImmutableHTTPRequest.builder()
                .baseUri(face)
                .mapper(mapper)
                .method(method)
                .path(path)
                .queryParameters(query == null ? Map.of() : query)
                .headers(HTTPHeaders.of(all))
                .body(body)
                .build());
    }

    @Override
    protected <T extends RESTResponse> @Nullable T execute(
            HTTPRequest request,
            Class<T> type,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return execute(
                request, type, onError, onHeaders, ParserContext.builder().build());
    }

    @Override
    protected <T extends RESTResponse> @Nullable T execute(
            HTTPRequest request,
            @Nullable Class<T> type,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders,
            ParserContext context) {
        HttpResponse<String> answer = send(request);
        Map<String, String> told = new LinkedHashMap<>();
        answer.headers().map().forEach((name, values) -> told.put(name, values.get(0)));
        onHeaders.accept(told);
        if (answer.statusCode() / 100 != 2) {
            fail(answer, onError);
        }
        if (type == null || answer.statusCode() == NO_CONTENT) {
            return null;
        }
        try {
            return context.isEmpty()
                    ? mapper.readValue(answer.body(), type)
                    : mapper.readerFor(type).with(context.toInjectableValues()).readValue(answer.body());
        } catch (JsonProcessingException malformed) {
            throw new RESTException(malformed, "The answer can't be read");
        }
    }

    private synchronized HttpClient http() {
        HttpClient client = http.orElseGet(() -> HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build());
        http = Optional.of(client);
        return client;
    }

    private HttpResponse<String> send(HTTPRequest request) {
        try {
            return http().send(plain(request), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new RESTException(failed, "No answer came");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RESTException(interrupted, "The request was interrupted");
        }
    }

    private java.net.http.HttpRequest plain(HTTPRequest request) {
        String body = request.encodedBody();
        var plain = java.net.http.HttpRequest.newBuilder(request.requestUri())
                .timeout(timeout)
                .method(
                        request.method().name(),
                        body == null
                                ? java.net.http.HttpRequest.BodyPublishers.noBody()
                                : java.net.http.HttpRequest.BodyPublishers.ofString(body));
        request.headers().entries().forEach(header -> plain.setHeader(header.name(), header.value()));
        return plain.build();
    }

    private static void fail(HttpResponse<String> answer, Consumer<ErrorResponse> onError) {
        onError.accept(
                onError instanceof ErrorHandler handler
                        ? handler.parseResponse(answer.statusCode(), answer.body())
                        : ErrorResponse.builder()
                                .responseCode(answer.statusCode())
                                .withMessage(answer.body())
                                .build());
        throw new RESTException("Unhandled answer: %s", answer.statusCode());
    }

    @Override
    public void close() {
        // The connections go with the last reference to their client.
    }
}
