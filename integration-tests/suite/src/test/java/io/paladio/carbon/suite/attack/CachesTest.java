package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Caches of several principals in one server, over a table whose policy changes: cases 94, 95 and 97 of the field, and temporary
 * views, cases 92 and H.
 */
@ExtendWith(SharedEngine.class)
class CachesTest {
    private static final String TABLE = "carbon.caches.t";
    private static final String EU = "region = 'EU'";
    private static final String US = "region = 'US'";
    private static final String ADMIN = "\"admin\"";
    private static final String ADMIN_AND_ALICE = "\"admin\", \"alice\"";

    @BeforeEach
    void a_table_under_a_filter_that_spares_alice(Engine engine) {
        policy(engine, EU, ADMIN_AND_ALICE);
        done(engine.as("admin").sql("CREATE NAMESPACE IF NOT EXISTS carbon.caches"));
        done(engine.as("admin").sql("DROP TABLE IF EXISTS " + TABLE));
        done(engine.as("admin")
                .sql("CREATE TABLE " + TABLE + " AS SELECT * FROM VALUES (1, 'EU'), (2, 'EU'), (3, 'US')"
                        + " AS t(id, region)"));
    }

    @AfterEach
    void no_policy_is_left(Engine engine) throws IOException {
        Files.deleteIfExists(document(engine));
    }

    @ParameterizedTest
    @CsvSource({"alice, bob, 3, 2", "bob, alice, 2, 3", "alice, admin, 3, 3", "bob, dan, 2, 2"})
    void T1_case_94_each_reads_his_own_whoever_cached_first(
            String first, String second, int rowsOfFirst, int rowsOfSecond, Engine engine) {
        try (SqlClient one = engine.newSession(first);
                SqlClient other = engine.newSession(second)) {
            done(one.sql("CACHE TABLE " + TABLE));

            assertThat(one.sql("SELECT * FROM " + TABLE).rows()).hasSize(rowsOfFirst);
            assertThat(other.sql("SELECT * FROM " + TABLE).rows()).hasSize(rowsOfSecond);
            done(other.sql("CACHE TABLE " + TABLE));
            assertThat(other.sql("SELECT * FROM " + TABLE).rows()).hasSize(rowsOfSecond);
            assertThat(one.sql("SELECT * FROM " + TABLE).rows()).hasSize(rowsOfFirst);
        }
    }

    @Test
    void T1_case_94_who_has_no_grant_is_refused_whatever_others_have_cached(Engine engine) {
        try (SqlClient alice = engine.newSession("alice")) {
            done(alice.sql("CACHE TABLE carbon.hr.t"));

            assertThat(engine.as("dan").sql("SELECT * FROM carbon.hr.t").errorClass())
                    .isEqualTo("CARBON_ACCESS_DENIED");
            assertThat(engine.as("dan").sql("CACHE TABLE carbon.hr.t").errorClass())
                    .isEqualTo("CARBON_ACCESS_DENIED");
            assertThat(engine.as("dan")
                            .sql("CACHE TABLE x AS SELECT * FROM carbon.hr.t")
                            .errorClass())
                    .isEqualTo("CARBON_ACCESS_DENIED");
        }
    }

    @Test
    void T1_a_write_succeeds_and_everybody_sees_it_although_everybody_has_the_table_cached(Engine engine) {
        try (SqlClient alice = engine.newSession("alice");
                SqlClient bob = engine.newSession("bob");
                SqlClient admin = engine.newSession("admin")) {
            done(alice.sql("CACHE TABLE " + TABLE));
            done(bob.sql("CACHE TABLE " + TABLE));
            done(admin.sql("CACHE TABLE " + TABLE));

            done(admin.sql("INSERT INTO " + TABLE + " VALUES (4, 'EU')"));
            done(alice.sql("INSERT INTO " + TABLE + " VALUES (5, 'US')"));
            done(admin.sql("DELETE FROM " + TABLE + " WHERE id = 1"));

            assertThat(alice.sql("SELECT id FROM " + TABLE + " ORDER BY id").rows())
                    .containsExactly("[2]", "[3]", "[4]", "[5]");
            assertThat(bob.sql("SELECT id FROM " + TABLE + " ORDER BY id").rows())
                    .containsExactly("[2]", "[4]");
            assertThat(admin.sql("SELECT id FROM " + TABLE + " ORDER BY id").rows())
                    .hasSize(4);
        }
    }

    @Test
    void T1_nobody_drops_what_another_has_cached(Engine engine) {
        try (SqlClient alice = engine.newSession("alice");
                SqlClient bob = engine.newSession("bob")) {
            done(alice.sql("CACHE TABLE " + TABLE));

            done(bob.sql("CLEAR CACHE"));
            done(bob.sql("UNCACHE TABLE IF EXISTS " + TABLE));
            done(bob.sql("REFRESH TABLE " + TABLE));

            assertThat(plan(alice)).contains("In-memory table");
            assertThat(plan(bob)).doesNotContain("In-memory");
            done(alice.sql("UNCACHE TABLE " + TABLE));
            assertThat(plan(alice)).doesNotContain("In-memory");
        }
    }

    @Test
    void S17_a_changed_policy_binds_the_next_statement_over_a_cache(Engine engine) {
        try (SqlClient bob = engine.newSession("bob")) {
            done(bob.sql("CACHE TABLE " + TABLE));
            done(bob.sql("CACHE TABLE mine AS SELECT id, region FROM " + TABLE));
            assertThat(bob.sql("SELECT id FROM mine ORDER BY id").rows()).containsExactly("[1]", "[2]");

            policy(engine, US, ADMIN_AND_ALICE);

            assertThat(bob.sql("SELECT id FROM " + TABLE).rows()).containsExactly("[3]");
            assertThat(bob.sql("SELECT id FROM mine").rows()).containsExactly("[3]");
        }
    }

    @Test
    void S17_who_was_exempt_when_he_cached_is_bound_when_he_is_no_longer(Engine engine) {
        try (SqlClient alice = engine.newSession("alice")) {
            done(alice.sql("CACHE TABLE " + TABLE));
            done(alice.sql("CACHE LAZY TABLE mine AS SELECT id FROM " + TABLE));
            assertThat(alice.sql("SELECT * FROM mine").rows()).hasSize(3);

            policy(engine, EU, ADMIN);

            assertThat(alice.sql("SELECT id FROM " + TABLE + " ORDER BY id").rows())
                    .containsExactly("[1]", "[2]");
            assertThat(alice.sql("SELECT * FROM mine").rows()).hasSize(2);
            assertThat(alice.sql("INSERT INTO " + TABLE + " VALUES (6, 'EU')").errorClass())
                    .isEqualTo("CARBON_WRITE_DENIED");
        }
    }

    @Test
    void case_95_a_filtered_query_of_one_decides_nothing_for_another(Engine engine) {
        String query = "SELECT id FROM " + TABLE + " WHERE id > 2";
        try (SqlClient bob = engine.newSession("bob");
                SqlClient alice = engine.newSession("alice")) {
            done(bob.sql("CACHE TABLE found AS " + query));
            assertThat(bob.sql("SELECT * FROM found").rows()).isEmpty();
            assertThat(bob.sql(query).rows()).isEmpty();

            assertThat(alice.sql(query).rows()).containsExactly("[3]");
        }
    }

    @Test
    void case_97_a_cached_view_is_read_from_the_cache_and_joined(Engine engine) {
        try (SqlClient alice = engine.newSession("alice");
                SqlClient bob = engine.newSession("bob")) {
            for (SqlClient client : new SqlClient[] {alice, bob}) {
                done(client.sql("CREATE TEMPORARY VIEW v AS SELECT id, region FROM " + TABLE));
                done(client.sql("CACHE TABLE v"));
            }

            assertThat(alice.sql("EXPLAIN SELECT * FROM v").json().toString()).contains("In-memory table v");
            assertThat(bob.sql("SELECT * FROM v ORDER BY id").rows()).hasSize(2);
            assertThat(bob.sql("SELECT a.id, b.id AS other FROM v a JOIN v b ON a.region = b.region AND a.id < b.id")
                            .rows())
                    .containsExactly("[1,2]");
            assertThat(alice.sql("EXPLAIN SELECT /*+ BROADCAST(v) */ * FROM v JOIN " + TABLE + " t USING (id)")
                            .json()
                            .toString())
                    .contains("BroadcastHashJoin");
        }
    }

    @Test
    void T21_a_plan_over_a_cache_shows_no_policy(Engine engine) {
        try (SqlClient bob = engine.newSession("bob")) {
            done(bob.sql("CACHE TABLE " + TABLE));

            assertThat(bob.sql("EXPLAIN EXTENDED SELECT * FROM " + TABLE).json().toString())
                    .contains("PolicyFilter")
                    .doesNotContainPattern("\\bEU\\b");
        }
    }

    @Test
    void T18_H_temporary_views_are_read_under_the_readers_policies_of_now(Engine engine) {
        try (SqlClient bob = engine.newSession("bob")) {
            done(bob.sql("CREATE TEMPORARY VIEW inner_view AS SELECT id, region FROM " + TABLE));
            done(bob.sql("CREATE TEMPORARY VIEW outer_view AS SELECT region, count(*) AS n FROM inner_view"
                    + " WHERE id IN (SELECT id FROM " + TABLE + ") GROUP BY region"));
            assertThat(bob.sql("SELECT * FROM outer_view").rows()).containsExactly("[\"EU\",2]");

            policy(engine, US, ADMIN_AND_ALICE);

            assertThat(bob.sql("SELECT * FROM outer_view").rows()).containsExactly("[\"US\",1]");
            assertThat(bob.sql("SELECT o.n, i.id FROM outer_view o JOIN inner_view i USING (region)")
                            .rows())
                    .containsExactly("[1,3]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE GLOBAL TEMPORARY VIEW g AS SELECT 1 AS a",
                "CREATE OR REPLACE GLOBAL TEMPORARY VIEW g AS SELECT * FROM carbon.caches.t"
            })
    void T18_case_92_global_temporary_views_are_refused_in_clear_words(String statement, Engine engine) {
        Answer refused = engine.as("bob").sql(statement);

        assertThat(refused.errorClass()).isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(refused.message())
                .contains("only temporary views of the session")
                .contains("CREATE TEMPORARY VIEW");
    }

    @Test
    void S17_what_a_session_has_cached_goes_with_it(Engine engine) {
        try (SqlClient bob = engine.newSession("bob")) {
            done(bob.sql("CACHE TABLE " + TABLE));
        }
        try (SqlClient bob = engine.newSession("bob")) {
            assertThat(bob.sql("SELECT * FROM " + TABLE).rows()).hasSize(2);
        }
    }

    private static String plan(SqlClient client) {
        return client.sql("EXPLAIN SELECT * FROM " + TABLE).json().toString();
    }

    private static void done(Answer answer) {
        assertThat(answer.isError()).as("%s", answer).isFalse();
    }

    /** One filter on the table, in the place of the one before. */
    private static void policy(Engine engine, String condition, String exempt) {
        String json = """
                {"format": 1, "id": "pol_caches", "name": "caches", "version": 1, "type": "row_filter",
                 "mode": "restrictive", "enforcement": "enforce",
                 "attach": {"securable": "carbon.caches.t", "inherit": true},
                 "columns": [{"alias": "region", "match": {"name": "region"}, "cardinality": "exactly_one"}],
                 "to": {"everyone": true}, "except": {"principals": [%s]},
                 "expression": {"lang": "spark-sql-restricted/1", "sql": "%s"}}""";
        try {
            Path written = Files.createTempFile(Engine.newFolder(), "policy", ".json");
            Files.writeString(written, json.formatted(exempt, condition));
            Files.move(written, document(engine), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static Path document(Engine engine) {
        return engine.platform().indexFolder().resolve("policies").resolve("caches.json");
    }
}
