package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.HostileClient;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of the attacker's making, on the wire: what it claims does not count, and what no honest client sends is refused. */
@ExtendWith(SharedEngine.class)
class HostileWireTest {
    private static final String ALL = "SELECT id, ssn FROM carbon.hr.t ORDER BY id";
    private static final List<String> AS_BOB = List.of(
            "[\"1\",\"nnn-nn-3333\"]", "[\"2\",\"nnn-nn-4444\"]", "[\"5\",\"null\"]", "[\"8\",\"nnn-nn-0000\"]");

    @Test
    void T8_who_claims_to_be_alice_with_bobs_token_is_given_bobs_rows(Engine engine) {
        Answer answer = engine.hostile().call("sql", engine.token("bob"), "alice", session(), ALL);

        assertThat(answer.rows()).isEqualTo(AS_BOB);
    }

    @Test
    void control_alices_own_token_gets_alices_rows(Engine engine) {
        Answer answer = engine.hostile().call("sql", engine.token("alice"), "bob", session(), ALL);

        assertThat(answer.rows()).contains("[\"3\",\"333-44-5555\"]").hasSize(8);
    }

    @ParameterizedTest
    @CsvSource({"'',CARBON_IDENTITY_REQUIRED", "not.a.token,CARBON_IDENTITY_INVALID"})
    void T37_without_a_valid_token_nobody_is_served(String token, String expected, Engine engine) {
        Answer answer = engine.hostile().call("sql", token, "alice", session(), ALL);

        assertThat(answer.json().path("status").asText()).isEqualTo("UNAUTHENTICATED");
        assertThat(answer.message()).contains(expected).contains("SQLSTATE: 28000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired", "foreign-audience"})
    void T37_a_bad_token_is_refused(String which, Engine engine) {
        Answer answer = engine.hostile().call("sql", engine.token(which), "alice", session(), ALL);

        assertThat(answer.json().path("status").asText()).isEqualTo("UNAUTHENTICATED");
        assertThat(answer.message()).contains("CARBON_IDENTITY_INVALID");
    }

    @Test
    void T37_an_allowed_delegate_acts_as_its_subject(Engine engine) {
        Answer answer = engine.hostile().call("sql", engine.token("svc-runquery-as-bob"), "alice", session(), ALL);

        assertThat(answer.rows()).isEqualTo(AS_BOB);
    }

    @Test
    void T8_anothers_session_id_gives_no_way_into_it(Engine engine) {
        HostileClient hostile = engine.hostile();
        String session = session();
        hostile.call("sql", engine.token("alice"), "alice", session, "SELECT 1");

        for (String call : List.of("sql", "clone", "interrupt", "release")) {
            Answer answer = hostile.call(call, engine.token("bob"), "alice", session, ALL);

            assertThat(answer.json().path("status").asText()).as("%s", answer).isNotEqualTo("OK");
            assertThat(answer.message()).contains("CARBON_SESSION_NOT_YOURS");
        }
        assertThat(hostile.call("sql", engine.token("alice"), "alice", session, ALL)
                        .rows())
                .hasSize(8);
    }

    @Test
    void T8_a_cloned_session_keeps_its_principal(Engine engine) {
        HostileClient hostile = engine.hostile();
        String session = session();
        hostile.call("sql", engine.token("bob"), "bob", session, "SELECT 1");
        String clone = hostile.call("clone", engine.token("bob"), "bob", session)
                .json()
                .path("session")
                .asText();

        assertThat(hostile.call("sql", engine.token("bob"), "alice", clone, ALL).rows())
                .isEqualTo(AS_BOB);
    }

    @ParameterizedTest
    @CsvSource({
        "relation,read-path,CARBON_PATH_DENIED",
        "relation,read-jdbc,CARBON_PATH_DENIED",
        "relation,map-partitions,CARBON_CODE_DENIED",
        "relation,plugin,CARBON_NOT_GOVERNABLE",
        "command,register-function,CARBON_CODE_DENIED",
        "command,external-command,CARBON_CODE_DENIED",
        "command,write-path,CARBON_PATH_DENIED",
        "command,checkpoint,CARBON_NOT_GOVERNABLE",
        "command,ml,CARBON_CODE_DENIED",
        "command,pipeline,CARBON_NOT_GOVERNABLE",
        "command,plugin,CARBON_NOT_GOVERNABLE",
        "unknown-field,x,CARBON_NOT_GOVERNABLE"
    })
    void T10_T11_T30_a_message_that_is_not_on_the_list_is_refused(
            String call, String kind, String expected, Engine engine) {
        Answer answer = engine.hostile().call(call, engine.token("alice"), "alice", session(), kind);

        assertThat(answer.message()).as("%s", answer).contains(expected);
    }

    @Test
    void T6_no_secret_is_read_from_the_configuration(Engine engine) {
        Answer answer = engine.hostile().call("config-all", engine.token("bob"), "bob", session());

        assertThat(answer.json().path("status").asText()).isEqualTo("OK");
        assertThat(answer.json().toString())
                .doesNotContain("spark.sql.catalog.")
                .doesNotContain("spark.carbon.")
                .doesNotContain("token")
                .contains("spark.sql.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spark.sql.optimizer.excludedRules",
                "spark.sql.adaptive.optimizer.excludedRules",
                "spark.sql.catalog.carbon.uri",
                "spark.sql.catalog.evil",
                "spark.sql.analyzer.singlePassResolver.enabled",
                "spark.carbon.index.file.path",
                "spark.sql.runSQLOnFiles",
                "fs.s3a.endpoint",
                "any.key.at.all"
            })
    void T3_T4_T5_a_protected_key_is_not_set(String key, Engine engine) {
        Answer answer = engine.hostile().call("config-set", engine.token("alice"), "alice", session(), key, "x");

        assertThat(answer.message()).as("%s", answer).contains("CARBON_CONFIG_PROTECTED");
    }

    @Test
    void control_a_harmless_key_is_set(Engine engine) {
        Answer answer = engine.hostile()
                .call("config-set", engine.token("alice"), "alice", session(), "spark.sql.shuffle.partitions", "3");

        assertThat(answer.json().path("status").asText()).as("%s", answer).isEqualTo("OK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SIMPLE", "EXTENDED", "CODEGEN", "COST", "FORMATTED"})
    void T21_explain_names_policies_and_shows_nothing_of_them(String mode, Engine engine) {
        String text = engine.hostile()
                .call("explain", engine.token("bob"), "bob", session(), "SELECT ssn FROM carbon.hr.t", mode)
                .json()
                .path("text")
                .asText();

        assertThat(text).contains("PolicyFilter").contains("PolicyMask ssn");
        assertThat(text)
                .doesNotContainPattern("\\beng\\b")
                .doesNotContain("sizeInBytes")
                .doesNotContain("rowCount");
    }

    @Test
    void T22_no_count_of_what_was_scanned_reaches_a_restricted_client(Engine engine) {
        Answer answer = engine.hostile().call("sql", engine.token("bob"), "bob", session(), ALL);

        assertThat(answer.json().toString()).doesNotContain("METRICS").doesNotContain("PROGRESS");
    }

    private static String session() {
        return UUID.randomUUID().toString();
    }
}
