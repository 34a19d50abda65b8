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
import org.apache.iceberg.rest.requests.CreateTableRequest;
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
    private final RESTClient once;
    private final Supplier<SessionGovernance> governance;
    private final FaceDeadline deadline;
    private final FaceErrors errors;
    private final TableLoads loads;

    /**
     * @param http asks, and asks once more where that changes nothing
     * @param once sends what changes something
     */
    FaceClient(
            RESTClient http,
            RESTClient once,
            Supplier<SessionGovernance> governance,
            FaceDeadline deadline,
            FaceErrors errors,
            TableLoads loads) {
        this.http = http;
        this.once = once;
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
        read(path, headers).ask(told -> {
            http.head(path, told, FaceAnswers.before(onError));
            return true;
        });
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path, Class<T> type, Map<String, String> headers, Consumer<ErrorResponse> onError) {
        return change(path, headers).ask(told -> once.delete(path, type, told, FaceAnswers.before(onError)));
    }

    @Override
    public <T extends RESTResponse> T delete(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return change(path, headers).ask(told -> once.delete(path, query, type, told, FaceAnswers.before(onError)));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return loaded(
                path,
                read(path, headers)
                        .answer(type, told -> http.get(path, query, type, told, FaceAnswers.before(onError))));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return loaded(
                path,
                read(path, headers)
                        .answer(
                                type,
                                told -> http.get(path, query, type, told, FaceAnswers.before(onError), onHeaders)));
    }

    @Override
    public <T extends RESTResponse> T get(
            String path,
            Map<String, String> query,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            ParserContext context) {
        return loaded(
                path,
                read(path, headers)
                        .answer(type, told -> http.get(path, query, type, told, FaceAnswers.before(onError), context)));
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return change(path, headers).answer(type, told -> once.post(path, body, type, told, judging(body, onError)));
    }

    @Override
    public <T extends RESTResponse> T post(
            String path,
            RESTRequest body,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError,
            Consumer<Map<String, String>> onHeaders) {
        return change(path, headers)
                .answer(type, told -> once.post(path, body, type, told, judging(body, onError), onHeaders));
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
        return change(path, headers)
                .answer(type, told -> once.post(path, body, type, told, judging(body, onError), onHeaders, context));
    }

    @Override
    public <T extends RESTResponse> T postForm(
            String path,
            Map<String, String> form,
            Class<T> type,
            Map<String, String> headers,
            Consumer<ErrorResponse> onError) {
        return change(path, headers).ask(told -> once.postForm(path, form, type, told, FaceAnswers.before(onError)));
    }

    @Override
    public void close() throws IOException {
        http.close();
    }

    private static Consumer<ErrorResponse> judging(RESTRequest body, Consumer<ErrorResponse> onError) {
        boolean staged = body instanceof CreateTableRequest creation && creation.stageCreate();
        return FaceAnswers.before(staged ? StagingTurnedDown.before(onError) : onError);
    }

    /** Refuses an answer about a table that restricts otherwise than the load of that table did. */
    private <T extends RESTResponse> T loaded(String path, T answer) {
        if (answer instanceof RestrictedAnswer table && !loads.accepts(path, table)) {
            throw errors.unenforceable(path, "they changed while the table was used; run the statement again");
        }
        return answer;
    }

    private Call read(String path, Map<String, String> headers) {
        return new Call(errors, path, headers);
    }

    private Call change(String path, Map<String, String> headers) {
        return new Call(errors.ofChanges(), path, headers);
    }

    /** One request to be. */
    private final class Call {
        private final FaceErrors failures;
        private final String path;
        private final Map<String, String> headers;

        Call(FaceErrors failures, String path, Map<String, String> headers) {
            this.failures = failures;
            this.path = path;
            this.headers = headers;
        }

        /** Iceberg's client gives nothing where an answer has no content, and its catalog then stumbles over that nothing. */
        <T extends RESTResponse> T answer(@Nullable Class<T> type, Function<Map<String, String>, T> request) {
            T answer = ask(request);
            if (answer == null && type != null) {
                throw failures.unanswered(path, "its answer is empty");
            }
            return answer;
        }

        /** The statement is known to the thread that serves it, which is not the one that speaks to the face. */
        <T> T ask(Function<Map<String, String>, T> request) {
            Map<String, String> told = new LinkedHashMap<>(headers);
            told.keySet().removeIf(NOT_IF_KNOWN::equalsIgnoreCase);
            governance.get().statementId().ifPresent(id -> told.put(STATEMENT, id));
            return deadline.ask(failures, path, () -> request.apply(told));
        }
    }
}
