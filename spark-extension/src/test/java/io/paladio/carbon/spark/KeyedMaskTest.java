package io.paladio.carbon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.mask.HmacKey;
import io.paladio.carbon.policy.mask.KeyedMasks;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** S6: hmac-sha-256 masks under keys that come and go. */
class KeyedMaskTest {
    private static final String TABLE = "carbon.hr.keyed";
    static final String ONE = "the first key of these tests, long enough";
    private static final String TWO = "the second key of these tests, long enough";
    private static SparkSession bob;
    private static SparkSession alice;

    @BeforeAll
    static void tables() {
        SampleTables.make();
        SparkSession admin = TestEngine.session("admin");
        admin.sql("CREATE TABLE IF NOT EXISTS " + TABLE + " (id INT, email STRING, number BIGINT) USING iceberg");
        admin.sql("INSERT INTO " + TABLE + " VALUES (1, 'a@x', 7), (2, 'b@x', 8), (3, 'a@x', NULL)");
        TestEngine.index("policies/keyed_email.json", keyed("pol_keyed_email", "email"));
        TestEngine.index("policies/keyed_number.json", keyed("pol_keyed_number", "number"));
        alice = TestEngine.session("alice");
        bob = TestEngine.session("bob");
    }

    @AfterAll
    static void stop() {
        TestEngine.stop();
    }

    @BeforeEach
    void keys() {
        TestEngine.maskKeys(keys("k", ONE));
    }

    private static String keyed(String id, String column) {
        return SampleTables.mask(id, TABLE, column, "{\"kind\":\"hmac-sha-256\",\"key\":\"k\"}");
    }

    static String keys(String name, String key) {
        return "{\"" + name + "\":\"" + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8))
                + "\"}";
    }

    private static HmacKey key(String text) {
        return HmacKey.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> rows(SparkSession session, String sql) {
        return session.sql(sql).collectAsList().stream()
                .map(Object::toString)
                .sorted()
                .toList();
    }

    @Test
    void S6_equal_values_are_equal_in_every_statement_under_one_key() {
        String masked = KeyedMasks.hmacSha256(key(ONE), "a@x");

        assertThat(rows(bob, "SELECT id FROM " + TABLE + " WHERE email = '" + masked + "'"))
                .containsExactly("[1]", "[3]");
        assertThat(rows(bob, "SELECT number FROM " + TABLE))
                .containsExactlyInAnyOrder(
                        "[" + KeyedMasks.hmacSha256(key(ONE), 7L) + "]",
                        "[" + KeyedMasks.hmacSha256(key(ONE), 8L) + "]",
                        "[null]");
        assertThat(rows(alice, "SELECT email FROM " + TABLE + " WHERE id = 1")).containsExactly("[a@x]");
    }

    @Test
    void S6_the_next_statement_hashes_with_the_key_that_the_file_holds_now() {
        TestEngine.maskKeys(keys("k", TWO));

        assertThat(rows(bob, "SELECT email FROM " + TABLE + " WHERE id = 1"))
                .containsExactly("[" + KeyedMasks.hmacSha256(key(TWO), "a@x") + "]");
    }

    @Test
    void S10_a_key_that_is_not_there_refuses_whom_the_policy_binds() {
        for (String file : List.of(keys("other", ONE), "{", "{}")) {
            TestEngine.maskKeys(file);

            assertThatThrownBy(() -> bob.sql("SELECT email FROM " + TABLE).collectAsList())
                    .isInstanceOfSatisfying(SparkRefusal.class, refusal -> {
                        assertThat(refusal.carbonCondition()).isEqualTo(CarbonCondition.POLICY_UNENFORCEABLE);
                        assertThat(refusal).hasMessageContaining("pol_keyed_email");
                    });
            assertThat(rows(alice, "SELECT email FROM " + TABLE + " WHERE id = 1"))
                    .containsExactly("[a@x]");
        }
        keys();
        assertThat(rows(bob, "SELECT id FROM " + TABLE)).hasSize(3);
    }

    @Test
    void S17_a_cached_plan_is_not_served_under_another_key() {
        String query = "SELECT email FROM " + TABLE + " WHERE id = 1";
        bob.sql("CACHE TABLE keyed_cache AS " + query);
        try {
            assertThat(rows(bob, query)).containsExactly("[" + KeyedMasks.hmacSha256(key(ONE), "a@x") + "]");
            TestEngine.maskKeys(keys("k", TWO));
            assertThat(rows(bob, query)).containsExactly("[" + KeyedMasks.hmacSha256(key(TWO), "a@x") + "]");
        } finally {
            bob.sql("UNCACHE TABLE keyed_cache");
        }
    }

    @Test
    void T21_no_plan_shows_a_key() {
        String shown =
                bob.sql("EXPLAIN EXTENDED SELECT email FROM " + TABLE).first().getString(0);
        var execution =
                ((org.apache.spark.sql.classic.Dataset<?>) bob.sql("SELECT email FROM " + TABLE)).queryExecution();
        String plans = shown + execution.toString() + execution.executedPlan().treeString();

        assertThat(shown).contains("PolicyMask email hmac-sha-256 pol_keyed_email");
        assertThat(plans)
                .contains("HmacKey")
                .doesNotContain(ONE, Base64.getEncoder().encodeToString(ONE.getBytes(StandardCharsets.UTF_8)));
    }
}
