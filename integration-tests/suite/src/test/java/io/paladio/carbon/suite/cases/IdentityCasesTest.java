package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.HostileClient;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks is who signed in, for every answer, and nothing that one person was given is handed to another. */
@ExtendWith(SharedEngine.class)
class IdentityCasesTest {
    private static final String TABLE = "carbon.cases.personal";

    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE
                        + " AS SELECT * FROM VALUES ('bob', 1), ('admin', 2), ('alice', 3) AS v(owner, id)");
        PolicyFolder.of(engine).filter(TABLE, "owner = current_principal()");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT current_user()",
                "SELECT session_user()",
                "SELECT user()",
                "SELECT current_user",
                "SELECT current_principal()",
                "SELECT max(u) FROM (SELECT current_user() AS u, id FROM range(3))",
                "WITH c(u) AS (SELECT session_user()) SELECT (SELECT u FROM c)",
                "SELECT coalesce(nullif(current_user(), 'nobody'), 'x')",
                "EXECUTE IMMEDIATE 'SELECT current_user()'"
            })
    void case_34_the_current_user_is_who_signed_in(String query, Engine engine) {
        assertThat(rows(engine.as("bob"), query)).containsExactly("[\"bob\"]");
        assertThat(rows(engine.as("alice"), query)).containsExactly("[\"alice\"]");
    }

    @Test
    void case_35_a_policy_speaks_of_who_signed_in_whatever_the_client_says(Engine engine) {
        String session = UUID.randomUUID().toString();
        Answer answer = engine.hostile()
                .call("sql", engine.token("bob"), "admin", session, "SELECT owner, current_user() FROM " + TABLE);

        assertThat(answer.rows()).containsExactly("[\"bob\",\"bob\"]");
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW mine AS SELECT owner FROM " + TABLE);
        assertThat(rows(engine.as("bob"), "SELECT * FROM mine")).containsExactly("[\"bob\"]");
        assertThat(rows(engine.as("alice"), "SELECT count(*) FROM " + TABLE)).containsExactly("[3]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TEMPORARY FUNCTION current_user AS 'x.Y'",
                "CREATE TEMPORARY FUNCTION current_principal() RETURNS STRING RETURN 'admin'",
                "CREATE TEMPORARY FUNCTION is_member(g STRING) RETURNS BOOLEAN RETURN true",
                "ADD JAR '/shadow.jar'"
            })
    void case_37_nobody_brings_code_that_would_hide_ours(String statement, Engine engine) {
        refused(engine.as("bob"), statement, "CARBON_CODE_DENIED");
    }

    @Test
    void case_37_a_variable_or_view_of_a_names_sake_changes_no_policy(Engine engine) {
        done(engine.as("bob"), "DECLARE OR REPLACE VARIABLE owner STRING DEFAULT 'admin'");
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW personal AS SELECT 'admin' AS owner");

        assertThat(rows(engine.as("bob"), "SELECT owner FROM " + TABLE)).containsExactly("[\"bob\"]");
    }

    @Test
    void case_38_a_clone_keeps_its_owner_and_is_nobody_elses(Engine engine) {
        HostileClient hostile = engine.hostile();
        String session = UUID.randomUUID().toString();
        String made = "CREATE OR REPLACE TEMPORARY VIEW inherited AS SELECT owner FROM " + TABLE;
        hostile.call("sql", engine.token("bob"), "bob", session, made);
        String clone = hostile.call("clone", engine.token("bob"), "alice", session)
                .json()
                .path("session")
                .asText();

        assertThat(hostile.call("sql", engine.token("bob"), "alice", clone, "SELECT * FROM inherited")
                        .rows())
                .containsExactly("[\"bob\"]");
        assertThat(hostile.call("sql", engine.token("alice"), "bob", clone, "SELECT * FROM inherited")
                        .message())
                .contains("CARBON_SESSION_NOT_YOURS");
        assertThat(hostile.call("clone", engine.token("alice"), "bob", session).message())
                .contains("CARBON_SESSION_NOT_YOURS");
    }

    @Test
    void case_40_the_catalog_is_asked_as_the_end_user(Engine engine) {
        for (String person : List.of("alice", "bob", "dan")) {
            engine.as(person).sql("SELECT * FROM " + TABLE);
        }
        List<JsonNode> calls = JsonLines.of(engine.platform().folder().resolve("face-requests.log"));

        assertThat(calls.stream()
                        .filter(call -> call.path("operation").asText().equals("load-table"))
                        .map(call -> call.path("principal").asText())
                        .collect(Collectors.toSet()))
                .contains("alice", "bob", "admin")
                .doesNotContain("");
    }

    @Test
    void case_41_case_94_case_95_nothing_that_one_was_served_is_served_to_another(Engine engine) {
        String query = "SELECT id FROM " + TABLE + " WHERE owner = 'admin'";
        for (int round = 0; round < 3; round++) {
            assertThat(rows(engine.as("alice"), query)).containsExactly("[2]");
            assertThat(rows(engine.as("bob"), query)).isEmpty();
            refused(engine.as("dan"), query, "CARBON_ACCESS_DENIED");
            assertThat(rows(engine.as("admin"), query)).containsExactly("[2]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHOW TABLES IN carbon.hr", "SHOW TABLES IN carbon.hr LIKE 't'"})
    void case_43_a_listing_is_each_ones_own(String listing, Engine engine) {
        for (int round = 0; round < 2; round++) {
            assertThat(rows(engine.as("alice"), listing)).contains("[\"hr\",\"t\",false]");
            assertThat(rows(engine.as("dan"), listing)).doesNotContain("[\"hr\",\"t\",false]");
            assertThat(rows(engine.as("bob"), listing)).contains("[\"hr\",\"t\",false]");
        }
        refused(engine.as("dan"), "SHOW TABLES IN carbon.cases", "CARBON_ACCESS_DENIED");
    }

    @Test
    void case_43_so_it_is_in_a_new_session(Engine engine) {
        rows(engine.as("alice"), "SHOW TABLES IN carbon.hr");
        try (SqlClient dan = engine.newSession("dan")) {
            assertThat(rows(dan, "SHOW TABLES IN carbon.hr")).doesNotContain("[\"hr\",\"t\",false]");
            assertThat(dan.sql("DESCRIBE carbon.hr.t").errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
        }
    }
}
