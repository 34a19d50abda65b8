package io.paladio.carbon.index.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However many tables Index holds, the answer about one comes from indexes, with and without the planner's statistics. */
class IndexScaleTest {
    private static final String TABLES =
            "('securables', 'tag_assignments', 'grants', 'memberships', 'policies', 'policy_versions')";
    private static IndexDatabase database;

    @BeforeAll
    static void fill() throws Exception {
        database = new IndexDatabase();
        database.run("""
                ALTER SYSTEM SET autovacuum = off;
                SELECT pg_reload_conf();
                INSERT INTO carbon_index.securables (path) VALUES (ARRAY['carbon']);
                INSERT INTO carbon_index.securables (path)
                    SELECT ARRAY['carbon', 's' || n % 100, 't' || n] FROM generate_series(0, 9999) n;
                INSERT INTO carbon_index.tags (tag) VALUES ('pii'), ('level');
                INSERT INTO carbon_index.tag_assignments (securable_id, column_path, tag, value)
                    SELECT securable_id, column_path, tag, 'x' FROM carbon_index.securables,
                        (VALUES ('', 'level'), ('a', 'pii')) AS assigned (column_path, tag) WHERE kind = 'table';
                INSERT INTO carbon_index.principals (name) SELECT 'u' || n FROM generate_series(0, 1999) n;
                INSERT INTO carbon_index.groups (name) SELECT 'g' || n FROM generate_series(0, 1999) n;
                INSERT INTO carbon_index.memberships (group_name, member_principal)
                    SELECT 'g' || n, 'u' || n FROM generate_series(0, 1999) n;
                INSERT INTO carbon_index.memberships (group_name, member_group)
                    SELECT 'g' || n / 2, 'g' || n FROM generate_series(1, 1999) n;
                INSERT INTO carbon_index.grants (securable_id, group_name, effect)
                    SELECT securable_id, 'g' || securable_id % 2000, 'granted' FROM carbon_index.securables;
                SELECT count(carbon_index.put_policy(jsonb_build_object('id', 'p' || n, 'version', 1,
                    'attach', jsonb_build_object('securable', 'carbon.s' || n % 100)))) FROM generate_series(0, 1999) n""");
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1", "ANALYZE"})
    void one_table_is_answered_without_reading_through_the_others(String before) throws Exception {
        database.run(before);
        long readThrough = scans("seq_scan");
        long probed = scans("idx_scan");
        try (Connection engine = database.engine();
                Statement statement = engine.createStatement()) {
            for (int question = 0; question < 20; question++) {
                statement.execute("SELECT carbon_index.resolve('{\"format\": 1, \"principal\": \"u1777\","
                        + " \"securables\": [\"carbon.s7.t" + (question * 100 + 7) + "\"]}')");
            }
            statement.execute("SELECT pg_stat_force_next_flush()");
        }
        assertThat(scans("idx_scan")).isGreaterThan(probed + 100);
        assertThat(scans("seq_scan")).isEqualTo(readThrough);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50})
    void every_table_is_answered_with_what_is_its_own(int count) throws Exception {
        Set<Securable> tables = new HashSet<>();
        for (int table = 0; table < count; table++) {
            tables.add(Securable.table("carbon", "s" + table, "t" + table));
        }
        try (JdbcPolicySource source = database.source(Duration.ofSeconds(10))) {
            Map<Securable, TableAnswer> answers = source.resolve(
                            new ResolveRequest(new Caller("u1777", Optional.empty(), Map.of()), tables))
                    .tables();
            assertThat(answers).containsOnlyKeys(tables);
            assertThat(answers.values()).allSatisfy(answer -> {
                assertThat(answer.policies()).hasSize(20);
                assertThat(answer.tags()).containsExactly(Map.entry("level", "x"));
                assertThat(answer.columnTags()).isEqualTo(Map.of("a", Map.of("pii", "x")));
            });
        }
    }

    private static long scans(String kind) throws SQLException {
        return Long.parseLong(database.ask("SELECT sum(" + kind + ") FROM pg_stat_user_tables"
                + " WHERE schemaname = 'carbon_index' AND relname IN " + TABLES));
    }
}
