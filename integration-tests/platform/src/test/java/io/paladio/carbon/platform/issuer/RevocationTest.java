package io.paladio.carbon.platform.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.FaceClient;
import io.paladio.carbon.platform.MovableClock;
import io.paladio.carbon.platform.PlatformTokens;
import io.paladio.carbon.platform.index.SampleIndex;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token that is taken back or past stops the next call, and so does all that was given for it. */
class RevocationTest {
    private static final String CALL = "/v1/carbon/namespaces";

    @TempDir
    Path folder;

    private final MovableClock clock = new MovableClock();
    private EmbeddedPlatform platform;
    private FaceClient clients;

    @BeforeEach
    void start() {
        SampleIndex.write(folder.resolve("index"));
        platform =
                EmbeddedPlatform.start(EmbeddedPlatform.Options.of(folder.resolve("platform"), folder.resolve("index"))
                        .withClock(clock));
        clients = new FaceClient(platform);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private int status(String token) throws Exception {
        return clients.send("GET", CALL, token).statusCode();
    }

    @Test
    void T37_a_revoked_token_stops_the_next_call_and_what_it_was_exchanged_for_with_it() throws Exception {
        String own = clients.asPerson("bob");
        String exchanged = clients.asEngine("bob");
        String second = PlatformTokens.of(platform.issuer(), "bob");
        assertThat(List.of(status(own), status(exchanged), status(second))).containsOnly(200);

        revoke(own);

        assertThat(status(own)).isEqualTo(401);
        assertThat(status(exchanged)).isEqualTo(401);
        assertThat(clients.exchangeAnswer(own, PlatformTokens.ofEngine(platform.issuer()))
                        .statusCode())
                .isEqualTo(400);
        assertThat(status(second)).as("another of the same person").isEqualTo(200);
        assertThat(status(clients.asEngine("alice"))).isEqualTo(200);
    }

    @Test
    void T37_what_the_engine_got_ends_with_its_own_token() throws Exception {
        String engine = PlatformTokens.ofEngine(platform.issuer());
        String exchanged = clients.exchange(clients.asPerson("bob"), engine);
        assertThat(status(exchanged)).isEqualTo(200);

        platform.issuer().revoke(engine);

        assertThat(status(exchanged)).isEqualTo(401);
        assertThat(clients.exchangeAnswer(clients.asPerson("bob"), engine).statusCode())
                .isEqualTo(401);
        assertThat(status(clients.asEngine("bob"))).isEqualTo(200);
    }

    @Test
    void T37_what_is_no_token_of_ours_revokes_nothing() throws Exception {
        revoke("nonsense");
        revoke(clients.asPerson("bob") + "x");
        assertThat(status(clients.asPerson("bob"))).isEqualTo(200);
    }

    @Test
    void T37_an_exchanged_token_lasts_no_longer_than_the_one_it_was_given_for() throws Exception {
        String brief = platform.issuer()
                .mint(TokenSpec.of(
                        "bob", List.of(Issuer.ENGINE_AUDIENCE, Issuer.FACE_AUDIENCE), Duration.ofMinutes(1)));
        String exchanged = clients.exchange(brief, PlatformTokens.ofEngine(platform.issuer()));
        String lasting = clients.asEngine("bob");
        assertThat(List.of(status(brief), status(exchanged), status(lasting))).containsOnly(200);

        clock.advance(Duration.ofMinutes(2));

        assertThat(status(brief)).isEqualTo(401);
        assertThat(status(exchanged)).isEqualTo(401);
        assertThat(status(lasting)).isEqualTo(200);
    }

    private void revoke(String token) throws Exception {
        URI uri = platform.issuer().revocationUri();
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("token=" + URLEncoder.encode(token, StandardCharsets.UTF_8)))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
    }
}
