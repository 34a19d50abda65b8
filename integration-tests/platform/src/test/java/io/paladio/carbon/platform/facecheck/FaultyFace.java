package io.paladio.carbon.platform.facecheck;

import com.sun.net.httpserver.HttpExchange;
import io.paladio.carbon.platform.http.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A face that does one thing wrong, and all else as the right one behind it. Thread-safe. */
final class FaultyFace implements AutoCloseable {
    private static final Set<String> OF_A_CONNECTION =
            Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding", "http2-settings");

    private final URI face;
    private final Fault fault;
    private final LoopbackServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    /**
     * A call.
     *
     * @param path with its query, behind {@code /v1}
     * @param headers by lower-case names
     */
    record Call(String method, String path, Map<String, String> headers, String body) {
        Call by(String token) {
            Map<String, String> others = new TreeMap<>(headers);
            others.put("authorization", "Bearer " + token);
            return new Call(method, path, others, body);
        }

        Call at(String other) {
            return new Call(method, other, headers, body);
        }

        boolean isBy(String token) {
            return ("Bearer " + token).equals(headers.get("authorization"));
        }

        boolean is(String asked) {
            return (method + " " + path).equals(asked);
        }
    }

    /** An answer. */
    record Reply(int status, Map<String, String> headers, String body) {
        static Reply of(int status, String body) {
            return new Reply(status, Map.of("cache-control", "no-store"), body);
        }

        Reply saying(UnaryOperator<String> words) {
            return new Reply(status, headers, words.apply(body));
        }

        Reply without(String header) {
            Map<String, String> others = new LinkedHashMap<>(headers);
            others.remove(header);
            return new Reply(status, others, body);
        }

        Reply with(String header, String value) {
            Map<String, String> others = new LinkedHashMap<>(headers);
            others.put(header, value);
            return new Reply(status, others, body);
        }
    }

    /** The right face. */
    interface Right {
        Reply ask(Call call);
    }

    /** What goes wrong. */
    interface Fault {
        Reply answer(Call call, Right face);
    }

    private FaultyFace(URI face, Fault fault) {
        this.face = face;
        this.fault = fault;
        this.server = LoopbackServer.start("faulty-face", this::handle);
    }

    static FaultyFace before(URI face, Fault fault) {
        return new FaultyFace(face, fault);
    }

    URI uri() {
        return server.uri().resolve(face.getRawPath());
    }

    @Override
    public void close() {
        server.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new TreeMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
            headers.keySet().removeAll(OF_A_CONNECTION);
            String path = exchange.getRequestURI().toString().substring((face.getRawPath() + "/v1").length());
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reply reply = fault.answer(new Call(exchange.getRequestMethod(), path, headers, body), this::right);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            boolean empty = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(reply.status(), empty ? -1 : bytes.length);
            if (!empty) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    private Reply right(Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(face + "/v1" + call.path()))
                .method(call.method(), HttpRequest.BodyPublishers.ofString(call.body()));
        call.headers().forEach(request::setHeader);
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            Map<String, String> headers = new TreeMap<>();
            answer.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
            headers.keySet().removeAll(OF_A_CONNECTION);
            headers.remove("date");
            return new Reply(answer.statusCode(), headers, answer.body());
        } catch (IOException failure) {
            return Reply.of(502, "");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Reply.of(502, "");
        }
    }
}
