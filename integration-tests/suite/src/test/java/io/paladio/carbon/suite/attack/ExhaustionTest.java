package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SharedLinks;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: one principal takes as much as it can get; everything has an end, and others go on working. */
@ExtendWith(SharedLinks.class)
class ExhaustionTest {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int POLICIES = 2_000;

    @AfterEach
    void others_are_served(Linked linked) {
        assertThat(linked.eventually("alice", Linked.QUERY, "[8]").rows()).containsExactly("[8]");
    }

    @Test
    void T38_sessions_of_one_principal_have_an_end_and_others_get_theirs(Linked linked) {
        List<String> sessions = new ArrayList<>();
        Answer last = opened(linked, "bob", sessions);
        while (sessions.size() < 300 && last.message().isEmpty()) {
            last = opened(linked, "bob", sessions);
        }

        assertThat(sessions.size()).isBetween(150, 250);
        assertThat(last.message()).contains("[CARBON_NOT_GOVERNABLE]", "one more session");
        assertThat(opened(linked, "alice", new ArrayList<>()).message()).isEmpty();
        sessions.forEach(session ->
                linked.engine().hostile().call("release", linked.engine().token("bob"), "bob", session));
        assertThat(opened(linked, "bob", sessions).message()).isEmpty();
    }

    private static Answer opened(Linked linked, String principal, List<String> sessions) {
        sessions.add(UUID.randomUUID().toString());
        return linked.engine()
                .hostile()
                .call("config-all", linked.engine().token(principal), principal, sessions.get(sessions.size() - 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT %s", // parentheses
                "SELECT 1 %s", // sums
                "SELECT id %s FROM carbon.hr.t", // columns
                "SELECT id FROM carbon.hr.t %s" // unions
            })
    void T38_a_huge_statement_has_an_end(String form, Linked linked) {
        String huge = switch (form) {
            case "SELECT %s" -> "(".repeat(20_000) + "1" + ")".repeat(20_000);
            case "SELECT 1 %s" -> "+ 1 ".repeat(5_000);
            case "SELECT id %s FROM carbon.hr.t" -> ", ssn".repeat(2_000);
            default -> "UNION ALL SELECT id FROM carbon.hr.t ".repeat(100);
        };
        CompletableFuture<Answer> running = CompletableFuture.supplyAsync(() -> {
            try (SqlClient bob = linked.engine().newSession("bob")) {
                return bob.sql(form.formatted(huge));
            }
        });

        assertThat(linked.engine().as("alice").sql("SELECT 1").rows()).containsExactly("[1]");
        assertThat(running).succeedsWithin(BOUND);
    }

    @Test
    void T38_thousands_of_policies_on_a_table_have_an_end(Linked linked) {
        linked.index().execute("""
                WITH documents AS (SELECT jsonb_build_object(
                        'format', 1, 'id', 'pol_many_' || n, 'name', 'many_' || n, 'version', 1, 'type', 'row_filter',
                        'mode', 'restrictive', 'enforcement', 'enforce',
                        'attach', jsonb_build_object('securable', 'carbon.hr.u', 'inherit', true),
                        'columns', '[{"alias": "c", "match": {"name": "id"}, "cardinality": "exactly_one"}]'::jsonb,
                        'to', '{"principals": ["bob"]}'::jsonb,
                        'expression', jsonb_build_object(
                            'lang', 'spark-sql-restricted/1', 'sql', 'c <> ''' || n || '''')) AS document
                      FROM generate_series(1, ?) AS n)
                SELECT count(carbon_index.put_policy(document)) FROM documents""", POLICIES);
        try {
            CompletableFuture<Answer> bobs = CompletableFuture.supplyAsync(
                    () -> linked.engine().as("bob").sql("SELECT id FROM carbon.hr.u"));
            assertThat(linked.engine()
                            .as("alice")
                            .sql("SELECT count(*) FROM carbon.hr.t")
                            .rows())
                    .containsExactly("[8]");

            assertThat(bobs).succeedsWithin(BOUND);
            Answer answer = bobs.join();
            assertThat(answer.errorClass())
                    .as("%s", answer)
                    .isIn("CARBON_INDEX_UNAVAILABLE", "CARBON_POLICY_UNENFORCEABLE");
            assertThat(linked.engine()
                            .as("bob")
                            .sql("SELECT count(*) FROM carbon.hr.t")
                            .rows())
                    .containsExactly("[4]");
        } finally {
            linked.index()
                    .execute("UPDATE carbon_index.policies SET live_version = NULL WHERE policy_id LIKE 'pol_many_%'");
        }
    }
}
