package io.paladio.carbon.platform.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.platform.FaceClient;
import io.paladio.carbon.platform.PlatformTokens;
import io.paladio.carbon.platform.index.SampleIndex;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only the engine gets a user's token exchanged, and the new one names everybody in between. */
class TokenExchangeTest {
    @TempDir
    static Path folder;

    private static EmbeddedPlatform platform;
    private static FaceClient clients;

    @BeforeAll
    static void start() {
        SampleIndex.write(folder.resolve("index"));
        platform = EmbeddedPlatform.start(
                EmbeddedPlatform.Options.of(folder.resolve("platform"), folder.resolve("index")));
        clients = new FaceClient(platform);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static Optional<VerifiedToken> verify(String token) {
        return platform.issuer().verify(token, Issuer.FACE_AUDIENCE);
    }

    @Test
    void the_exchanged_token_is_the_users_and_names_the_engine() throws Exception {
        VerifiedToken token = verify(clients.asEngine("bob")).orElseThrow();
        assertThat(token.subject()).isEqualTo("bob");
        assertThat(token.isActedBy("carbon-engine")).isTrue();
        assertThat(platform.issuer().verify(clients.asEngine("bob"), Issuer.ENGINE_AUDIENCE))
                .isEmpty();
    }

    @Test
    void an_earlier_actor_stays_behind_the_engine() throws Exception {
        VerifiedToken token = verify(clients.asEngine("svc-runquery-as-bob")).orElseThrow();
        assertThat(token.subject()).isEqualTo("bob");
        assertThat(token.actor().orElseThrow().behind().orElseThrow().subject()).isEqualTo(PlatformTokens.DELEGATE);
    }

    @Test
    void T37_nobody_but_the_engine_may_exchange() throws Exception {
        assertThat(clients.exchangeAnswer(clients.asPerson("bob"), clients.asPerson("alice"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(clients.exchangeAnswer(clients.asPerson("bob"), "").statusCode())
                .isEqualTo(401);
    }

    @Test
    void T37_a_token_that_the_engine_would_refuse_is_not_exchanged() throws Exception {
        String engine = PlatformTokens.ofEngine(platform.issuer());
        for (String wrong : new String[] {"expired", "foreign-audience"}) {
            assertThat(clients.exchangeAnswer(clients.tokens().get(wrong), engine)
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void tokens_under_an_older_key_stay_valid_after_rotation() throws Exception {
        String before = clients.asEngine("bob");
        platform.issuer().rotateKeys();
        assertThat(verify(before)).isPresent();
        assertThat(verify(clients.asEngine("bob"))).isPresent();
    }
}
