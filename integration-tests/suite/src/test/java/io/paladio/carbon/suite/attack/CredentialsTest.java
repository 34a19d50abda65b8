package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.Lab;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * T34, T35: keys and tokens stand in no plan, answer, log or event, and nobody but the trusted engine gets them. That the store
 * refuses keys for another table, after their time and for writing is held where the store is.
 */
@ExtendWith(SharedEngine.class)
class CredentialsTest {
    /** Access keys as the face vends them, secrets and session tokens by their settings, and tokens of whatever issuer. */
    private static final Pattern SECRET = Pattern.compile("ASIA[A-Z2-7]{16}|eyJ[A-Za-z0-9_-]{20,}\\.[A-Za-z0-9_-]{20,}|"
            + "(?:secret-access-key|session-token|s3\\.access-key-id)\\W{1,4}[A-Z2-7]{16,}|"
            + "\\b[A-Z2-7]{40}\\b|\\b[A-Z2-7]{64}\\b");

    @Test
    void control_the_pattern_finds_keys_and_tokens(Engine engine) {
        assertThat(SECRET.matcher("key ASIAABCDEFGHIJKLMNOP here").find()).isTrue();
        assertThat(SECRET.matcher(engine.token("bob")).find()).isTrue();
        assertThat(SECRET.matcher("s3.secret-access-key=" + "A".repeat(40)).find())
                .isTrue();
        assertThat(SECRET.matcher("SELECT id FROM carbon.hr.t").find()).isFalse();
    }

    @Test
    void T34_no_answer_holds_a_key_or_a_token(Engine engine) {
        List<String> texts = new ArrayList<>();
        for (String principal : List.of("alice", "bob", "carol", "dan")) {
            for (String statement : List.of(
                    "EXPLAIN EXTENDED SELECT * FROM carbon.hr.t",
                    "EXPLAIN CODEGEN SELECT * FROM carbon.hr.t",
                    "EXPLAIN FORMATTED SELECT * FROM carbon.hr.t",
                    "DESCRIBE TABLE EXTENDED carbon.hr.t",
                    "SHOW TBLPROPERTIES carbon.hr.t",
                    "SHOW CREATE TABLE carbon.hr.t",
                    "DESCRIBE NAMESPACE EXTENDED carbon.hr",
                    "SELECT * FROM carbon.hr.t WHERE raise_error(ssn) IS NULL",
                    "SELECT CAST(ssn AS INT) FROM carbon.hr.t",
                    "SELECT nonsense FROM carbon.hr.t",
                    "SELECT * FROM carbon.hr.t.files",
                    "SELECT * FROM carbon.hr.nothing",
                    "SELECT * FROM carbon.nothing.t")) {
                Answer answer = engine.wire(principal).sql(statement);
                texts.add(answer.text());
                texts.add(engine.wire(principal)
                        .rpc(
                                "AnalyzePlan",
                                "explain { plan { root { " + Wire.query(statement) + " } }"
                                        + " explain_mode: EXPLAIN_MODE_EXTENDED }")
                        .text());
            }
        }

        assertThat(texts).noneMatch(text -> SECRET.matcher(text).find());
    }

    @Test
    void T34_no_log_and_no_event_holds_a_key_or_a_token(Engine engine) throws IOException {
        Lab lab = Lab.table(engine, "logged", "");
        engine.as("bob").sql("SELECT * FROM " + lab.name());
        engine.as("bob").sql("SELECT CAST(ssn AS INT) FROM " + lab.name());
        for (Path file : List.of(
                engine.server().logFile(),
                engine.server().decisionsFile(),
                engine.server().lineageFile(),
                engine.platform().folder().resolve("face-requests.log"))) {
            List<String> found = Files.readAllLines(file).stream()
                    .filter(line -> SECRET.matcher(line).find())
                    .toList();

            assertThat(found).as("%s", file.getFileName()).isEmpty();
        }
    }

    @Test
    void T35_who_is_not_the_engine_gets_neither_table_nor_key_from_the_face(Engine engine) throws Exception {
        Lab.table(engine, "vended", "");
        for (String principal : List.of("alice", "bob", "carol", "dan")) {
            for (String table : List.of("hr/tables/t", "lab/tables/vended")) {
                for (String call : List.of(
                        "GET /%s",
                        "GET /%s/credentials", "POST /%s/sign", "POST /%s/plan", "POST /%s/tasks", "POST /%s")) {
                    HttpResponse<String> answer = face(engine, call.formatted(table), engine.token(principal));

                    assertThat(answer.statusCode())
                            .as("%s %s: %s", principal, call, answer.body())
                            .isBetween(call.startsWith("GET") ? 403 : 400, call.startsWith("GET") ? 403 : 499);
                    assertThat(SECRET.matcher(answer.body()).find()).isFalse();
                }
            }
        }
    }

    private static HttpResponse<String> face(Engine engine, String call, String token) throws Exception {
        String[] words = call.split(" ", 2);
        URI uri = URI.create(engine.platform().face().uri() + "/v1/carbon/namespaces" + words[1]);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + token)
                .header("X-Iceberg-Access-Delegation", "vended-credentials,remote-signing")
                .header("Content-Type", "application/json")
                .method(
                        words[0],
                        words[0].equals("POST")
                                ? HttpRequest.BodyPublishers.ofString("{}")
                                : HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
