package io.paladio.carbon.facecheck;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.command.Impossible;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Gets the token by which the engine asks on a person's behalf, as the engine does (RFC 8693). Stateless. */
final class TokenExchange {
    private static final String JWT = "urn:ietf:params:oauth:token-type:jwt";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private TokenExchange() {}

    static String of(URI issuer, String person, String engine) throws Impossible {
        String form = Map.of(
                        "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                        "subject_token", person,
                        "subject_token_type", JWT,
                        "actor_token", engine,
                        "actor_token_type", JWT)
                .entrySet()
                .stream()
                .map(field -> field.getKey() + "=" + Face.encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest request = HttpRequest.newBuilder(issuer)
                .timeout(PATIENCE)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        try {
            HttpResponse<String> answer = HttpClient.newBuilder()
                    .connectTimeout(PATIENCE)
                    .build()
                    .send(request, HttpResponse.BodyHandlers.ofString());
            String token = new ObjectMapper()
                    .readTree(answer.body())
                    .path("access_token")
                    .asText("");
            if (answer.statusCode() == 200 && !token.isEmpty()) {
                return token;
            }
            throw new Impossible("The token exchange answers " + answer.statusCode()
                    + ". Name tokens that it accepts: the person's, and the engine's own.");
        } catch (IOException failed) {
            throw new Impossible("Nothing that exchanges tokens answers at --token-exchange-uri.");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Impossible("The token exchange was interrupted.");
        }
    }
}
