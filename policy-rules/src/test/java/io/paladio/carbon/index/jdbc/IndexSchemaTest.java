package io.paladio.carbon.index.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** The reference schema, on a real Postgres. */
class IndexSchemaTest {
    private static final String POLICY = """
            {"format": 1, "id": "%s", "version": %d, "name": "n", "attach": {"securable": "%s", "inherit": true}}""";

    private static IndexDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = new IndexDatabase();
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    @Test
    void a_second_migration_changes_nothing() throws SQLException {
        try (Connection connection = database.owner()) {
            IndexSchema.migrate(connection);
            IndexSchema.migrate(connection);
        }
        assertThat(database.ask("SELECT count(*) FROM carbon_index.schema_version"))
                .isEqualTo("2");
    }

    @Test
    void a_schema_of_another_release_is_refused() throws SQLException {
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE carbon_index.schema_version SET checksum = 'other' || checksum");
            assertThatThrownBy(() -> IndexSchema.migrate(connection)).isInstanceOf(SQLException.class);
            statement.execute("UPDATE carbon_index.schema_version SET checksum = substr(checksum, 6)");
            IndexSchema.migrate(connection);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "carbon; {carbon}",
                "carbon.hr.t; {carbon,hr,t}",
                "carbon.`a.b`.t; {carbon,a.b,t}",
                "`a``b`.c; {a`b,c}",
                "a.`*`; {a,*}",
                "carbon.Ünïcode 😀.t; '{carbon,\"Ünïcode 😀\",t}'"
            })
    void a_coordinate_is_read_as_a_path(String coordinate, String path) throws SQLException {
        assertThat(database.ask("SELECT carbon_index.path_of(?)::text", coordinate))
                .isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "a.", ".a", "a..b", "a.b.c.d", "`a", "a`b", "`a`b", "``", "*", "a.*", "a.b.c*", "*.b"})
    void what_is_no_coordinate_is_refused(String coordinate) {
        assertThatThrownBy(() -> database.ask("SELECT carbon_index.path_of(?)::text", coordinate))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void S21_a_version_of_a_policy_never_changes() throws SQLException {
        String etag = database.putPolicy(POLICY.formatted("pol_v", 1, "carbon"));
        assertThat(database.putPolicy(POLICY.formatted("pol_v", 1, "carbon"))).isEqualTo(etag);
        assertThatThrownBy(() -> database.putPolicy(POLICY.formatted("pol_v", 1, "other")))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> database.run("UPDATE carbon_index.policy_versions SET document = '{}'"))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> database.run("DELETE FROM carbon_index.policy_versions"))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> database.run("TRUNCATE carbon_index.policy_versions CASCADE"))
                .isInstanceOf(SQLException.class);
    }

    /** A session keeps the plans that it made when the tables were small: those must not read through what has become large. */
    @Test
    void a_policy_is_put_without_reading_through_the_others() throws SQLException {
        database.putPolicy(POLICY.formatted("pol_few", 1, "carbon"));
        database.run("ANALYZE");
        long before = readThrough();
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement()) {
            for (int number = 0; number < 20; number++) {
                statement.execute("SELECT carbon_index.put_policy('"
                        + POLICY.formatted("pol_many_" + number, 1, "carbon") + "')");
            }
            statement.execute("SELECT pg_stat_force_next_flush()");
        }
        assertThat(database.ask("SELECT count(*) FROM carbon_index.policies WHERE policy_id LIKE 'pol_many%'"))
                .isEqualTo("20");
        assertThat(readThrough()).isEqualTo(before + 1);
    }

    private static long readThrough() throws SQLException {
        return Long.parseLong(database.ask("SELECT sum(seq_scan) FROM pg_stat_user_tables"
                + " WHERE schemaname = 'carbon_index' AND relname IN ('policies', 'policy_versions')"));
    }

    @Test
    void a_policy_that_hangs_nowhere_never_becomes_live() {
        assertThatThrownBy(() -> database.putPolicy("{\"id\": \"pol_nowhere\", \"version\": 1}"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void a_transaction_advances_the_epoch_once_however_much_it_changes() throws SQLException {
        long before = Long.parseLong(database.ask("SELECT value FROM carbon_index.epoch"));

        database.run("BEGIN; INSERT INTO carbon_index.groups (name) VALUES ('one'); "
                + "INSERT INTO carbon_index.groups (name) VALUES ('two'); COMMIT");
        database.run("INSERT INTO carbon_index.groups (name) VALUES ('three')");

        assertThat(Long.parseLong(database.ask("SELECT value FROM carbon_index.epoch")))
                .isEqualTo(before + 2);
    }

    @Test
    void every_change_advances_the_epoch_and_tells_those_who_listen() throws SQLException {
        try (Connection listener = database.owner();
                Statement statement = listener.createStatement()) {
            statement.execute("LISTEN carbon_index_epoch");
            long before = Long.parseLong(database.ask("SELECT value FROM carbon_index.epoch"));
            database.run("INSERT INTO carbon_index.groups (name) VALUES ('listeners')");
            assertThat(Long.parseLong(database.ask("SELECT value FROM carbon_index.epoch")))
                    .isEqualTo(before + 1);
            assertThat(listener.unwrap(PGConnection.class).getNotifications(5_000))
                    .anySatisfy(notification ->
                            assertThat(notification.getParameter()).isEqualTo(Long.toString(before + 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM carbon_index.policies",
                "SELECT * FROM carbon_index.policy_versions",
                "SELECT * FROM carbon_index.principals",
                "SELECT * FROM carbon_index.secrets",
                "SELECT * FROM carbon_index.decisions",
                "INSERT INTO carbon_index.decisions (record) VALUES ('{}')",
                "DELETE FROM carbon_index.grants",
                "UPDATE carbon_index.epoch SET value = 0",
                "SELECT carbon_index.put_policy('{}')",
                "SELECT carbon_index.securable('carbon.new')",
                "SELECT * FROM carbon_index.obligations",
                "SELECT * FROM carbon_index.taggings",
                "DELETE FROM carbon_index.obligations",
                "UPDATE carbon_index.obligations SET released_at = now(), released_by = 'me'",
                "SELECT carbon_index.release_obligations('carbon.hr.t')",
                "SELECT * FROM carbon_index.tag_assignments_past",
                "SELECT * FROM carbon_index.memberships_ever",
                "SELECT carbon_index.resolve_at('{}', now())",
                "CREATE TABLE carbon_index.mine (id int)"
            })
    void the_engine_may_neither_read_nor_change_a_table(String sql) throws SQLException {
        try (Connection engine = database.engine();
                Statement statement = engine.createStatement()) {
            assertThatThrownBy(() -> statement.execute(sql))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            denied -> assertThat(denied.getSQLState()).isEqualTo("42501"));
        }
    }

    @Test
    void S24_the_engine_may_leave_a_decision() throws SQLException {
        try (Connection engine = database.engine();
                Statement statement = engine.createStatement()) {
            statement.execute(
                    "SELECT carbon_index.record_decision('{\"statement-id\": \"s-1\", \"principal\": \"bob\"}')");
        }
        assertThat(database.ask("SELECT principal FROM carbon_index.decisions WHERE statement_id = 's-1'"))
                .isEqualTo("bob");
    }
}
