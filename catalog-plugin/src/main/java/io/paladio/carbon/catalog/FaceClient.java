package io.paladio.carbon.catalog;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.iceberg.rest.ParserContext;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTRequest;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.responses.ErrorResponse;

/**
 * The one way to the face: every request as the session's caller, within the deadline, with failures in the project's words.
 *
 * <p>Whoever asks for another authentication gets this client back: neither the face's configuration nor a table's can change
 * on whose behalf it is asked. Thread-safe.
 */
final class FaceClient implements RESTClient {
    private final RESTClient http;
    private final FaceDeadline deadline;
    private final FaceErrors errors;

    FaceClient(RESTClient http, FaceDeadline deadline, FaceErrors errors) {
        this.http = http;
        this.deadline = deadline;
        this.errors = errors;
    }

    @Override
    public RESTClient withAuthSession(AuthSession ignored) {
        return this;
    }

    @Override
    public void head(String path, Map<String, String> headers, Consumer<ErrorResponse> onError) {
        ask(path, () -> {
            http.head(path, headers, onError);
            return true;
        });
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path, Class<T> type, Map<String, String> headers, Consumer<ErrorResponse> onError) {
        return ask(path, () -> http.delete(path, type, headers, onError));
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return ask(path, () -> http.delete(path, query, type, headers, onError));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return ask(path, () -> http.get(path, query, type, headers, onError));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return ask(path, () -> http.get(path, query, type, headers, onError, onHeaders));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            ParserContext context) {
        return ask(path, () -> http.get(path, query, type, headers, onError, context));
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return ask(path, () -> http.post(path, body, type, headers, onError));
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return ask(path, () -> http.post(path, body, type, headers, onError, onHeaders));
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders,
            ParserContext context) {
        return ask(path, () -> http.post(path, body, type, headers, onError, onHeaders, context));
    }

    @Override
    public <T extends RESTResponse> T postForm(
            String path,
            Map<String, String> form,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return ask(path, () -> http.postForm(path, form, type, headers, onError));
    }

    @Override
    public void close() throws IOException {
        http.close();
    }

    private <T> T ask(String path, Callable<T> request) {
        return deadline.ask(errors, path, request);
    }
}
