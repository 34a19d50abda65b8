package io.paladio.carbon.facecheck;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The face as it is asked here; remembers every answer. Used by one thread. */
final class Face {
    /** A little above what the engine waits, so that what is late for it is seen to be late. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private final URI base;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final List<Answered> answers = new ArrayList<>();

    Face(URI base) {
        this.base = base;
    }

    /** A call to be made. */
    record Call(String method, String path, Optional<String> token, Map<String, String> headers, String body) {
        static Call get(String path, Optional<String> token) {
            return new Call("GET", path, token, Map.of(), "");
        }

        static Call post(String path, Optional<String> token, String body) {
            return new Call("POST", path, token, Map.of(), body);
        }

        Call with(Map<String, String> others) {
            return new Call(method, path, token, others, body);
        }
    }

    Answered get(String path, Optional<String> token) {
        return ask(Call.get(path, token));
    }

    Answered ask(Call call) {
        long start = System.nanoTime();
        Answered answered;
        String told = call.method() + " " + call.path();
        try {
            HttpResponse<String> answer = client.send(request(call), HttpResponse.BodyHandlers.ofString());
            answered = new Answered(told, answer.statusCode(), answer.headers(), answer.body(), since(start));
        } catch (IOException failed) {
            answered = Answered.none(told, since(start));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            answered = Answered.none(told, since(start));
        }
        answers.add(answered);
        return answered;
    }

    private HttpRequest request(Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + call.path()))
                .timeout(PATIENCE)
                .header("Accept", "application/json")
                .method(
                        call.method(),
                        call.body().isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(call.body()));
        call.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        if (!call.body().isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        call.headers().forEach(request::setHeader);
        return request.build();
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Every answer so far. */
    List<Answered> answers() {
        return List.copyOf(answers);
    }

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
