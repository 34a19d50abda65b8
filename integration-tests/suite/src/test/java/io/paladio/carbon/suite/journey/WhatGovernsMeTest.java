package io.paladio.carbon.suite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What people ask about their own policies and statements, and what they are not told about others'. */
@ExtendWith(SharedEngine.class)
class WhatGovernsMeTest {
    private static final String POLICIES = "SELECT * FROM effective_policies('carbon.hr.t')";
    private static final String DECISIONS =
            "SELECT statement_id, ended, outcome, error_class, tables, policies" + " FROM policy_decisions()";
    private static final int MOST_ASKED = 100;

    @Test
    void a_restricted_principal_is_told_the_policies_that_bind_him(Engine engine) {
        Answer answer = engine.as("bob").sql(POLICIES);

        assertThat(answer.columns()).containsExactly("kind", "columns", "policy_id", "version");
        assertThat(answer.text())
                .contains("row_filter")
                .contains("[\"show-last-4\",[\"ssn\"],\"pol_ssn_last_four\",")
                .doesNotContain("'eng'");
    }

    @Test
    void an_exempt_principal_is_told_that_nothing_binds_him(Engine engine) {
        Answer answer = engine.as("alice").sql(POLICIES);

        assertThat(answer.isError()).as("%s", answer).isFalse();
        assertThat(answer.rows()).isEmpty();
    }

    @Test
    void S1_a_principal_without_a_grant_is_refused_as_he_is_when_he_reads(Engine engine) {
        assertThat(engine.as("dan").sql("SELECT * FROM carbon.hr.t").errorClass())
                .isEqualTo("CARBON_ACCESS_DENIED");
        assertThat(engine.as("dan").sql(POLICIES).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
    }

    @Test
    void T40_a_session_is_told_its_own_statements_and_no_other(Engine engine) {
        try (SqlClient mine = engine.newSession("bob");
                SqlClient others = engine.newSession("bob");
                SqlClient alice = engine.newSession("alice")) {
            mine.sql("SELECT count(*) FROM carbon.hr.t");
            mine.sql("SELECT * FROM parquet.`/tmp/x`");

            Answer told = decisions(mine, "CARBON_PATH_DENIED");
            assertThat(told.text())
                    .contains("\"completed\",null,[\"carbon.hr.t\"]")
                    .contains("pol_ssn_last_four@")
                    .contains("\"refused\",\"CARBON_PATH_DENIED\"");
            assertThat(others.sql(DECISIONS).rows()).isEmpty();
            assertThat(alice.sql(DECISIONS).rows()).isEmpty();
        }
    }

    /** What is told once this is among it: the end of a statement is known a moment after its answer. */
    private static Answer decisions(SqlClient client, String text) {
        Answer answer = client.sql(DECISIONS);
        for (int asked = 1; asked < MOST_ASKED && !answer.text().contains(text); asked++) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            answer = client.sql(DECISIONS);
        }
        return answer;
    }
}
