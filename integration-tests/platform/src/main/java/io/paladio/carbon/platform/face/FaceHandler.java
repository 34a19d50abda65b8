package io.paladio.carbon.platform.face;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.paladio.carbon.platform.http.Answers;
import io.paladio.carbon.platform.http.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One HTTP call: gate, route, call, answer, log. Thread-safe. */
final class FaceHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(FaceHandler.class);

    private final String warehouse;
    private final FaceGate gate;
    private final FaceDispatch dispatch;
    private final FaceRestrictions restrictions;
    private final RequestLog log;

    FaceHandler(
            String warehouse, FaceGate gate, FaceDispatch dispatch, FaceRestrictions restrictions, Path requestLog) {
        this.warehouse = warehouse;
        this.gate = gate;
        this.dispatch = dispatch;
        this.restrictions = restrictions;
        this.log = new RequestLog(requestLog);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().equals("/_counters")) {
            Answers.json(exchange, 200, Json.write(log.counters()));
            return;
        }
        OptionalInt fault = gate.fault();
        if (fault.isPresent()) {
            refuse(exchange, "fault", "", FaceErrors.response(fault.getAsInt(), "Fault", "A fault on request"));
            return;
        }
        Optional<FaceCaller> caller = gate.caller(exchange.getRequestHeaders());
        if (caller.isEmpty()) {
            refuse(
                    exchange,
                    "unauthorized",
                    "",
                    FaceErrors.response(401, "NotAuthorizedException", "The token is missing or not valid here"));
            return;
        }
        route(exchange, caller.get());
    }

    private void route(HttpExchange exchange, FaceCaller caller) throws IOException {
        Optional<FaceRequest> request = FaceRequest.of(exchange);
        Optional<FaceOperation> operation = request.flatMap(call -> call.operation(warehouse));
        if (operation.isEmpty()) {
            refuse(
                    exchange,
                    "unknown",
                    caller.principal(),
                    FaceErrors.response(404, "NoSuchWarehouseException", "There is no such warehouse or call here"));
            return;
        }
        call(exchange, caller, operation.get(), request.get());
    }

    private void call(HttpExchange exchange, FaceCaller caller, FaceOperation operation, FaceRequest request)
            throws IOException {
        String name = operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
        Optional<RESTResponse> answer;
        try {
            answer = dispatch.call(caller, operation, request);
        } catch (RuntimeException failure) {
            LOG.debug("{} failed", name, failure);
            refuse(exchange, name, caller.principal(), FaceErrors.of(failure));
            return;
        }
        int status = answer.isPresent() ? 200 : 204;
        log.record(name, caller.principal(), caller.statement().orElse(""), status);
        if (answer.isPresent()) {
            String json = FaceJson.write(answer.get());
            Answers.json(exchange, status, restrictions.added(json, caller, operation, request));
        } else {
            Answers.empty(exchange, status);
        }
    }

    private void refuse(HttpExchange exchange, String operation, String principal, ErrorResponse error)
            throws IOException {
        String statement = FaceGate.statement(exchange.getRequestHeaders()).orElse("");
        log.record(operation, principal, statement, error.code());
        Answers.json(exchange, error.code(), FaceJson.write(error));
    }
}
