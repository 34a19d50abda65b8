package io.paladio.carbon.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.catalog.FaceOptions.TokenExchangeOptions;
import io.paladio.carbon.error.CarbonCondition;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Exchanges a caller's token for one that names the engine as actor (RFC 8693), so that the face knows both.
 *
 * <p>A result is kept for the same principal with the same token until shortly before it expires; one without an expiry is not
 * kept. One instance per address and token file serves all sessions. Thread-safe.
 */
final class TokenExchange implements FaceTokens {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final String JWT = "urn:ietf:params:oauth:token-type:jwt";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<TokenExchangeOptions, TokenExchange> BY_OPTIONS = new ConcurrentHashMap<>();

    private final TokenExchangeOptions options;
    private final TokenCache cache;
    private final Clock clock;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    TokenExchange(TokenExchangeOptions options, Clock clock) {
        this.options = options;
        this.clock = clock;
        this.cache = new TokenCache(clock);
    }

    static TokenExchange at(TokenExchangeOptions options) {
        return BY_OPTIONS.computeIfAbsent(options, once -> new TokenExchange(once, Clock.systemUTC()));
    }

    @Override
    public String bearer(SessionGovernance governance) {
        String subject = governance.bearerToken();
        TokenCache.Key key = TokenCache.Key.of(governance.caller().name(), subject);
        return cache.find(key).orElseGet(() -> exchange(key, subject));
    }

    private String exchange(TokenCache.Key key, String subject) {
        Instant asked = clock.instant();
        HttpResponse<String> response = send(form(subject));
        if (response.statusCode() == 400 || response.statusCode() == 401 || response.statusCode() == 403) {
            throw SparkRefusal.of(CarbonCondition.IDENTITY_INVALID
                    .refusal()
                    .reason("the token exchange of the catalog turned it down")
                    .build());
        }
        if (response.statusCode() != 200) {
            throw unavailable("its token exchange failed");
        }
        JsonNode answer = parse(response.body());
        String token = answer.path("access_token").asText("");
        if (token.isBlank()) {
            throw unavailable("its token exchange gave no token");
        }
        if (answer.path("expires_in").canConvertToLong()) {
            cache.keep(key, token, asked.plusSeconds(answer.path("expires_in").asLong()));
        }
        return token;
    }

    private HttpResponse<String> send(String form) {
        HttpRequest request = HttpRequest.newBuilder(options.uri())
                .timeout(ANSWER)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw unavailable("its token exchange can't be reached");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unavailable("the request was interrupted");
        }
    }

    private String form(String subject) {
        return Map.of(
                        "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                        "subject_token", subject,
                        "subject_token_type", JWT,
                        "actor_token", engineToken(),
                        "actor_token_type", JWT)
                .entrySet()
                .stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private String engineToken() {
        try {
            return Optional.of(Files.readString(options.engineTokenFile()).strip())
                    .filter(token -> !token.isEmpty())
                    .orElseThrow(() -> unavailable("the engine's own token is empty"));
        } catch (IOException unreadable) {
            throw unavailable("the engine's own token can't be read");
        }
    }

    private static JsonNode parse(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException malformed) {
            throw unavailable("its token exchange answered nonsense");
        }
    }

    private static SparkRefusal unavailable(String reason) {
        return SparkRefusal.of(CarbonCondition.FACE_UNAVAILABLE
                .refusal()
                .object("this request")
                .reason(reason)
                .build());
    }
}
