package io.paladio.carbon.platform.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** How this platform writes an HTTP answer: never to be stored by anyone between. */
public final class Answers {
    private static final int NO_BODY = -1;

    private Answers() {}

    /** Writes a JSON document and ends the exchange. */
    public static void json(HttpExchange exchange, int status, String document) throws IOException {
        byte[] body = document.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Cache-Control", "private, no-store");
        // A HEAD request is answered by status alone.
        if ("HEAD".equals(exchange.getRequestMethod())) {
            exchange.sendResponseHeaders(status, NO_BODY);
        } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    /** Writes a status without a body and ends the exchange. */
    public static void empty(HttpExchange exchange, int status) throws IOException {
        exchange.getResponseHeaders().set("Cache-Control", "private, no-store");
        exchange.sendResponseHeaders(status, NO_BODY);
        exchange.close();
    }
}
