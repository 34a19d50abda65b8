package io.paladio.carbon.catalog;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.rest.ParserContext;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTRequest;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.auth.AuthSession;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.jspecify.annotations.Nullable;

/**
 * The one way to the face: every request as the session's caller, within the deadline, with failures in the project's words.
 *
 * <p>Whoever asks for another authentication gets this client back: neither the face's configuration nor a table's can change
 * on whose behalf it is asked. Thread-safe.
 */
final class FaceClient implements RESTClient {
    private static final String STATEMENT = "X-Carbon-Statement";
    /** Never asked: what the face answers for a caller changes with policies, whether the table does or not. */
    private static final String NOT_IF_KNOWN = "If-None-Match";

    private final RESTClient http;
    private final Supplier<SessionGovernance> governance;
    private final FaceDeadline deadline;
    private final FaceErrors errors;
    private final TableLoads loads;

    FaceClient(
            RESTClient http,
            Supplier<SessionGovernance> governance,
            FaceDeadline deadline,
            FaceErrors errors,
            TableLoads loads) {
        this.http = http;
        this.governance = governance;
        this.deadline = deadline;
        this.errors = errors;
        this.loads = loads;
    }

    @Override
    public RESTClient withAuthSession(AuthSession ignored) {
        return this;
    }

    @Override
    public void head(String path, Map<String, String> headers, Consumer<ErrorResponse> onError) {
        ask(path, headers, told -> {
            http.head(path, told, onError);
            return true;
        });
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path, Class<T> type, Map<String, String> headers, Consumer<ErrorResponse> onError) {
        return ask(path, headers, told -> http.delete(path, type, told, onError));
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return ask(path, headers, told -> http.delete(path, query, type, told, onError));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return loaded(path, answer(path, headers, type, told -> http.get(path, query, type, told, onError)));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return loaded(path, answer(path, headers, type, told -> http.get(path, query, type, told, onError, onHeaders)));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            ParserContext context) {
        return loaded(path, answer(path, headers, type, told -> http.get(path, query, type, told, onError, context)));
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return answer(path, headers, type, told -> http.post(path, body, type, told, onError));
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return answer(path, headers, type, told -> http.post(path, body, type, told, onError, onHeaders));
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
        return answer(path, headers, type, told -> http.post(path, body, type, told, onError, onHeaders, context));
    }

    @Override
    public <T extends RESTResponse> T postForm(
            String path,
            Map<String, String> form,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return ask(path, headers, told -> http.postForm(path, form, type, told, onError));
    }

    @Override
    public void close() throws IOException {
        http.close();
    }

    /** Refuses an answer about a table that restricts otherwise than the load of that table did. */
    private <T extends RESTResponse> T loaded(String path, T answer) {
        if (answer instanceof RestrictedAnswer table && !loads.accepts(path, table)) {
            throw errors.unenforceable(path, "they changed while the table was used; run the statement again");
        }
        return answer;
    }

    /** Iceberg's client gives nothing where an answer has no content, and its catalog then stumbles over that nothing. */
    private <T extends RESTResponse> T answer(
            String path,
            Map<String, String> headers,
            @Nullable Class<T> type,
            Function<Map<String, String>, T> request) {
        T answer = ask(path, headers, request);
        if (answer == null && type != null) {
            throw errors.unavailable(path, "its answer is empty");
        }
        return answer;
    }

    /** The statement is known to the thread that serves it, which is not the one that speaks to the face. */
    private <T> T ask(String path, Map<String, String> headers, Function<Map<String, String>, T> request) {
        Map<String, String> told = new LinkedHashMap<>(headers);
        told.keySet().removeIf(NOT_IF_KNOWN::equalsIgnoreCase);
        governance.get().statementId().ifPresent(id -> told.put(STATEMENT, id));
        return deadline.ask(errors, path, () -> request.apply(told));
    }
}
