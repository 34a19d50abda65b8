package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.issuer.TokenSpec;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import io.paladio.carbon.suite.fixture.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** T8, T37, T40: who somebody is follows from a token that the issuer signed for this engine, and from nothing that is said. */
@ExtendWith(SharedEngine.class)
class IdentityTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<String> ENGINE = List.of(Issuer.ENGINE_AUDIENCE);
    private static final String ALL = "SELECT id FROM carbon.hr.t ORDER BY id";

    @Test
    void T37_no_token_but_the_issuers_own_for_this_engine_is_taken(Engine engine) throws Exception {
        Issuer issuer = engine.platform().issuer();
        String good = issuer.mint(TokenSpec.of("alice", ENGINE, HOUR));
        String bobs = issuer.mint(TokenSpec.of("bob", ENGINE, HOUR));
        Map<String, String> tokens = new LinkedHashMap<>();
        tokens.put("no signature", parts(good)[0] + "." + parts(good)[1] + ".");
        tokens.put("alg none", encoded("{\"alg\":\"none\"}") + "." + parts(good)[1] + ".");
        tokens.put("alg none, spelt otherwise", encoded("{\"alg\":\"NonE\"}") + "." + parts(good)[1] + ".");
        tokens.put(
                "alg none with a signature",
                encoded("{\"alg\":\"none\"}") + "." + parts(good)[1] + "." + parts(good)[2]);
        tokens.put("signed with the public key as a secret", confused(engine, good));
        tokens.put("bob's, saying alice", parts(bobs)[0] + "." + parts(good)[1] + "." + parts(bobs)[2]);
        tokens.put("bob's, in alice's groups", forged(bobs, "groups", "[\"hr-auditors\",\"pii-readers\"]"));
        tokens.put("bob's, with an actor", forged(bobs, "act", "{\"sub\":\"svc-runquery\"}"));
        tokens.put(
                "a key of its own",
                encoded("{\"alg\":\"RS256\",\"jwk\":{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"}}") + "."
                        + parts(good)[1] + "." + parts(good)[2]);
        tokens.put("another audience", issuer.mint(TokenSpec.of("alice", List.of("another"), HOUR)));
        tokens.put("the face's audience", issuer.mint(TokenSpec.of("alice", List.of(Issuer.FACE_AUDIENCE), HOUR)));
        tokens.put("no audience", issuer.mint(TokenSpec.of("alice", List.of(), HOUR)));
        tokens.put("expired", issuer.mint(TokenSpec.of("alice", ENGINE, Duration.ofHours(-1))));
        tokens.put("an actor that may not", issuer.mint(actedBy("alice", "mallory")));
        tokens.put("the engine as actor", issuer.mint(actedBy("alice", Issuer.ENGINE_SUBJECT)));
        tokens.put("an empty name", issuer.mint(TokenSpec.of("", ENGINE, HOUR)));
        tokens.put("a blank name", issuer.mint(TokenSpec.of("  ", ENGINE, HOUR)));
        tokens.put("a name with a blank", issuer.mint(TokenSpec.of(" alice", ENGINE, HOUR)));
        tokens.put("a name that hides", issuer.mint(TokenSpec.of("alice\u200b", ENGINE, HOUR)));
        tokens.put("a name of two lines", issuer.mint(TokenSpec.of("alice\nadmin", ENGINE, HOUR)));
        tokens.put("twice", good + "," + good);
        tokens.put("not one", "x");

        tokens.forEach((which, token) -> {
            Answer answer = engine.hostile().call("sql", token, "alice", session(), ALL);

            assertThat(answer.status()).as("%s: %s", which, answer.text()).isEqualTo("UNAUTHENTICATED");
            assertThat(answer.message()).contains("CARBON_IDENTITY_").doesNotContain(good);
        });
        assertThat(engine.hostile().call("sql", good, "bob", session(), ALL).rows())
                .as("control: the issuer's own")
                .hasSize(8);
    }

    private static TokenSpec actedBy(String principal, String actor) {
        return TokenSpec.of(principal, ENGINE, HOUR).actedBy(TokenSpec.Actor.of(actor));
    }

    private static String[] parts(String token) {
        return token.split("\\.", -1);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Another claim under the old signature. */
    private static String forged(String token, String claim, String json) {
        String payload = new String(Base64.getUrlDecoder().decode(parts(token)[1]), StandardCharsets.UTF_8);
        String changed = payload.substring(0, payload.length() - 1) + ",\"" + claim + "\":" + json + "}";
        return parts(token)[0] + "." + encoded(changed) + "." + parts(token)[2];
    }

    /** HS256 with what everybody may read as the secret. */
    private static String confused(Engine engine, String token) throws IOException, GeneralSecurityException {
        JsonNode key = JSON.readTree(engine.platform().issuer().publicKeys())
                .path("keys")
                .path(0);
        String head =
                encoded("{\"alg\":\"HS256\",\"kid\":\"" + key.path("kid").asText() + "\"}") + "." + parts(token)[1];
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.toString().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] signature = mac.doFinal(head.getBytes(StandardCharsets.UTF_8));
        return head + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    }

    @Test
    void T8_no_call_reaches_into_the_session_of_another(Engine engine) {
        Wire alice = engine.wire("alice");
        alice.sql("SELECT 1");
        for (String principal : List.of("bob", "carol", "dan")) {
            Wire thief = new Wire(engine.hostile(), engine.token(principal), "alice", alice.session());
            Map<String, String> calls = new LinkedHashMap<>();
            calls.put("ExecutePlan", "plan { root { " + Wire.query(ALL) + " } }");
            calls.put("AnalyzePlan", "schema { plan { root { " + Wire.query(ALL) + " } } }");
            calls.put("Config", "operation { get { keys: \"spark.sql.shuffle.partitions\" } }");
            calls.put("ArtifactStatus", "names: \"x\"");
            calls.put("Interrupt", "interrupt_type: INTERRUPT_TYPE_ALL");
            calls.put("ReattachExecute", "operation_id: \"" + session() + "\"");
            calls.put("ReleaseExecute", "operation_id: \"" + session() + "\" release_all { }");
            calls.put("FetchErrorDetails", "error_id: \"x\"");
            calls.put("CloneSession", "");
            calls.put("ReleaseSession", "allow_reconnect: true");
            List<String> methods = new ArrayList<>(calls.keySet());
            methods.add("AddArtifacts");
            assertThat(methods).as("every method of the service").containsExactlyInAnyOrderElementsOf(methods(engine));
            calls.forEach((method, message) -> {
                Answer answer = thief.rpc(method, message);

                assertThat(answer.message()).as("%s", answer).contains("CARBON_SESSION_NOT_YOURS");
            });
        }
        assertThat(alice.relation(Wire.query(ALL)).rows()).hasSize(8);
    }

    private static List<String> methods(Engine engine) {
        return engine.hostile().call("names", "", "", "", "").rows().stream()
                .map(row -> row.replaceAll("[\\[\\]\"]", ""))
                .toList();
    }

    @Test
    void T40_anothers_operation_tag_and_statement_id_lead_to_nothing_of_his(Engine engine) {
        Wire alice = engine.wire("alice");
        Wire bob = engine.wire("bob");
        String operation = session();
        String tag = "carbon-statement=stolen-" + operation;
        String plan =
                "operation_id: \"" + operation + "\" tags: \"" + tag + "\" plan { root { " + Wire.query(ALL) + " } }";
        assertThat(alice.rpc("ExecutePlan", plan).rows()).hasSize(8);

        assertThat(bob.rpc("ReattachExecute", "operation_id: \"" + operation + "\"")
                        .status())
                .isNotEqualTo("OK");
        assertThat(bob.rpc("Interrupt", "interrupt_type: INTERRUPT_TYPE_TAG operation_tag: \"" + tag + "\"")
                        .text())
                .doesNotContain("interrupted_ids");
        assertThat(bob.rpc(
                                "Interrupt",
                                "interrupt_type: INTERRUPT_TYPE_OPERATION_ID operation_id: \"" + operation + "\"")
                        .text())
                .doesNotContain("interrupted_ids");
        assertThat(bob.rpc("ExecutePlan", plan).rows()).hasSize(4);

        List<JsonNode> decisions = JsonLines.await(
                engine.server().decisionsFile(), 2, line -> line.toString().contains("stolen-" + operation));
        assertThat(decisions).hasSize(2);
        assertThat(decisions)
                .extracting(line -> line.path("principal").toString())
                .doesNotHaveDuplicates();
    }

    /** The engine reads a token by the issuer's keys; that it was taken back the face knows, and each table is asked of it. */
    @Test
    void T37_a_token_that_its_issuer_took_back_stops_the_next_statement(Engine engine) {
        String token = engine.platform().issuer().mint(TokenSpec.of("bob", ENGINE, HOUR));
        SqlClient bob = engine.withToken(token);
        List<String> seen = bob.sql(ALL).rows();
        assertThat(seen).isNotEmpty();

        engine.platform().issuer().revoke(token);

        assertThat(bob.sql(ALL).errorClass()).isEqualTo("CARBON_IDENTITY_INVALID");
        assertThat(engine.withToken(token).sql(ALL).errorClass()).isEqualTo("CARBON_IDENTITY_INVALID");
        assertThat(engine.as("bob").sql(ALL).rows()).isEqualTo(seen);
    }

    @Test
    void T37_no_decision_and_no_log_holds_a_token(Engine engine) throws IOException {
        engine.hostile().call("sql", engine.token("bob") + "x", "alice", session(), ALL);

        assertThat(Files.readString(engine.server().logFile()))
                .doesNotContain(engine.token("bob"))
                .doesNotContain(parts(engine.token("bob"))[2]);
    }

    private static String session() {
        return UUID.randomUUID().toString();
    }
}
