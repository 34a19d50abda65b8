package io.paladio.carbon.catalog;

import static io.paladio.carbon.catalog.RefusalAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.paladio.carbon.catalog.FaceOptions.TokenExchangeOptions;
import io.paladio.carbon.error.CarbonCondition;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenExchangeTest {
    @TempDir
    Path folder;

    private final TestGovernance alice = new TestGovernance();
    private final List<Map<String, String>> forms = new CopyOnWriteArrayList<>();
    private final MovableClock clock = new MovableClock();
    private volatile int status = 200;
    private volatile String answer = "{\"access_token\":\"exchanged-1\",\"expires_in\":300}";
    private HttpServer server;
    private TokenExchange exchange;

    @BeforeEach
    void a_token_service() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/token", request -> {
            String body = new String(request.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            forms.add(Arrays.stream(body.split("&"))
                    .map(field -> field.split("=", 2))
                    .collect(Collectors.toMap(
                            field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8))));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            request.sendResponseHeaders(status, bytes.length);
            request.getResponseBody().write(bytes);
            request.close();
        });
        server.start();
        Path engine = Files.writeString(folder.resolve("engine.jwt"), "engine-token\n");
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/token");
        exchange = new TokenExchange(new TokenExchangeOptions(uri, engine), clock);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void the_user_is_the_subject_and_the_engine_the_actor() {
        assertThat(exchange.bearer(alice)).isEqualTo("exchanged-1");
        assertThat(forms)
                .containsExactly(Map.of(
                        "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                        "subject_token", "alice-token",
                        "subject_token_type", "urn:ietf:params:oauth:token-type:jwt",
                        "actor_token", "engine-token",
                        "actor_token_type", "urn:ietf:params:oauth:token-type:jwt"));
    }

    @Test
    void S17_a_result_is_kept_for_the_same_token_until_shortly_before_it_expires() {
        exchange.bearer(alice);
        exchange.bearer(alice);
        assertThat(forms).hasSize(1);

        alice.token = "alice-token-2";
        exchange.bearer(alice);
        assertThat(forms).hasSize(2);

        alice.token = "alice-token";
        clock.now = clock.now.plus(Duration.ofSeconds(271));
        exchange.bearer(alice);
        assertThat(forms).hasSize(3);
    }

    @Test
    void a_result_without_an_expiry_is_not_kept() {
        answer = "{\"access_token\":\"exchanged-2\"}";
        exchange.bearer(alice);
        exchange.bearer(alice);
        assertThat(forms).hasSize(2);
    }

    @Test
    void the_cache_is_bounded_and_keyed_by_principal() {
        TokenCache cache = new TokenCache(clock);
        for (int i = 0; i < 5000; i++) {
            cache.keep(TokenCache.Key.of("p" + i, "t"), "x", clock.now.plusSeconds(300));
        }
        assertThat(cache.find(TokenCache.Key.of("p0", "t"))).isEmpty();
        assertThat(cache.find(TokenCache.Key.of("p4999", "t"))).contains("x");
        assertThat(cache.find(TokenCache.Key.of("p4999", "other"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "400, '{\"error\":\"invalid_grant\"}', IDENTITY_INVALID",
        "401, '', IDENTITY_INVALID",
        "403, '', IDENTITY_INVALID",
        "500, '', FACE_UNAVAILABLE",
        "302, '', FACE_UNAVAILABLE",
        "200, 'nonsense', FACE_UNAVAILABLE",
        "200, '{}', FACE_UNAVAILABLE",
        "200, '', FACE_UNAVAILABLE"
    })
    void T33_every_failure_has_its_class(int code, String body, CarbonCondition condition) {
        status = code;
        answer = body;
        assertRefused(condition, () -> exchange.bearer(alice));
    }

    @Test
    void T33_a_service_that_is_gone_or_an_engine_without_a_token_refuses() throws IOException {
        Files.writeString(folder.resolve("engine.jwt"), " ");
        assertRefused(CarbonCondition.FACE_UNAVAILABLE, () -> exchange.bearer(alice));
        Files.delete(folder.resolve("engine.jwt"));
        assertRefused(CarbonCondition.FACE_UNAVAILABLE, () -> exchange.bearer(alice));
        Files.writeString(folder.resolve("engine.jwt"), "engine-token");
        server.stop(0);
        assertRefused(CarbonCondition.FACE_UNAVAILABLE, () -> exchange.bearer(alice));
    }

    private static final class MovableClock extends Clock {
        private volatile Instant now = Instant.parse("2026-11-29T10:00:00Z");

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
