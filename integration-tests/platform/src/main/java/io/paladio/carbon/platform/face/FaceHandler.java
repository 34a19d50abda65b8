package io.paladio.carbon.platform.face;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.paladio.carbon.platform.face.Warehouses.Warehouse;
import io.paladio.carbon.platform.http.Answers;
import io.paladio.carbon.platform.http.Json;
import java.io.IOException;
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
    private static final int NOT_MODIFIED = 304;

    private final Warehouses warehouses;
    private final FaceGate gate;
    private final Vending vending;
    private final RequestLog log;

    FaceHandler(Warehouses warehouses, FaceGate gate, Vending vending, RequestLog log) {
        this.warehouses = warehouses;
        this.gate = gate;
        this.vending = vending;
        this.log = log;
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
        // Whoever keeps answers all the same keeps them by who asked.
        exchange.getResponseHeaders().set("Vary", "Authorization");
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
        Optional<Warehouse> warehouse;
        try {
            warehouse = request.flatMap(call -> warehouses.find(caller, call.warehouse()));
        } catch (IllegalArgumentException malformed) {
            refuse(exchange, "unknown", caller.principal(), FaceErrors.of(malformed));
            return;
        }
        Optional<FaceOperation> operation = request.flatMap(FaceRequest::operation);
        if (warehouse.isEmpty()) {
            unknown(exchange, caller, "NoSuchWarehouseException", "There is no such warehouse, or no grant on it");
        } else if (operation.isEmpty()) {
            unknown(exchange, caller, "NoSuchEndpointException", "The face has no such call");
        } else {
            call(exchange, new Call(caller, warehouse.get(), operation.get(), request.get()));
        }
    }

    private void unknown(HttpExchange exchange, FaceCaller caller, String type, String message) throws IOException {
        refuse(exchange, "unknown", caller.principal(), FaceErrors.response(404, type, message));
    }

    /** A caller's call on a warehouse. */
    private record Call(FaceCaller caller, Warehouse warehouse, FaceOperation operation, FaceRequest request) {
        String name() {
            return operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private void call(HttpExchange exchange, Call call) throws IOException {
        Optional<RESTResponse> answer;
        String restrictions;
        try {
            answer = call.warehouse().dispatch().call(call.caller(), call.operation(), call.request());
            restrictions = call.warehouse().restrictions().along(call.caller(), call.operation(), call.request());
        } catch (RuntimeException failure) {
            LOG.debug("{} failed", call.name(), failure);
            ErrorResponse error = FaceErrors.of(failure);
            String message = call.warehouse().logical(error.message());
            refuse(
                    exchange,
                    call.name(),
                    call.caller().principal(),
                    FaceErrors.response(error.code(), error.type(), message));
            return;
        }
        answer(exchange, call, answer, restrictions);
    }

    private void answer(HttpExchange exchange, Call call, Optional<RESTResponse> answer, String restrictions)
            throws IOException {
        Optional<String> tag =
                answer.flatMap(given -> EntityTags.of(given, call.caller(), restrictions, vending.keyPeriod()));
        tag.ifPresent(text -> exchange.getResponseHeaders().set("ETag", text));
        boolean known = call.operation() == FaceOperation.LOAD_TABLE
                && tag.filter(call.request().knownTags()::contains).isPresent();
        int status = known ? NOT_MODIFIED : answer.isPresent() ? 200 : 204;
        log.record(
                call.name(),
                call.caller().principal(),
                call.caller().statement().orElse(""),
                status);
        if (status == 200) {
            Answers.json(exchange, status, FaceRestrictions.added(FaceJson.write(answer.orElseThrow()), restrictions));
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
