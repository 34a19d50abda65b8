package io.paladio.carbon.index.jdbc;

import static io.paladio.carbon.index.Refusals.assertIndexUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S14: what derived rows owe, in a real Postgres, recorded and asked for as the engine does. */
class IndexObligationsTest {
    private static final Securable COPY = Securable.table("carbon", "hr", "copy");
    private static final String ROWS = "SELECT count(*) FROM carbon_index.obligations";

    private static IndexDatabase database;

    private JdbcPolicySource source;

    @BeforeAll
    static void start() throws Exception {
        database = new IndexDatabase();
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    @BeforeEach
    void open() throws SQLException {
        database.run("INSERT INTO carbon_index.tags (tag) VALUES ('pii'), ('geo') ON CONFLICT DO NOTHING");
        source = database.source(Duration.ofSeconds(2));
    }

    @AfterEach
    void close() throws SQLException {
        source.close();
        database.run("TRUNCATE carbon_index.obligations, carbon_index.tag_assignments");
    }

    @Test
    void S14_what_a_column_owes_is_among_its_tags_until_a_steward_releases_it() throws SQLException {
        database.run("INSERT INTO carbon_index.tag_assignments VALUES "
                + "(carbon_index.securable('carbon.hr.copy'), 'mail', 'geo', 'city')");
        String etag = etag();

        assertThat(record("s-1", Map.of("mail", Map.of("pii", "email"), "id", Map.of("pii", "key"))))
                .isEqualTo(Recording.IN_FORCE);

        assertThat(tags()).isEqualTo(Map.of("mail", Map.of("geo", "city", "pii", "email"), "id", Map.of("pii", "key")));
        assertThat(etag()).isNotEqualTo(etag);
        assertThat(database.ask("SELECT carbon_index.release_obligations('carbon.hr.copy', 'mail')::text"))
                .isEqualTo("1");
        assertThat(tags()).isEqualTo(Map.of("mail", Map.of("geo", "city"), "id", Map.of("pii", "key")));
        assertThat(database.ask("SELECT carbon_index.release_obligations('carbon.hr.copy')::text"))
                .isEqualTo("1");
        assertThat(tags()).isEqualTo(Map.of("mail", Map.of("geo", "city")));
        assertThat(etag()).isEqualTo(etag);
        assertThat(database.ask("SELECT count(*) FROM carbon_index.obligations WHERE released_by <> ''"))
                .isEqualTo("2");
    }

    @Test
    void S14_what_is_in_force_is_not_said_twice_and_what_was_released_is_owed_anew() throws SQLException {
        record("s-1", Map.of("mail", Map.of("pii", "email")));
        record("s-1", Map.of("mail", Map.of("pii", "email")));
        record("s-2", Map.of("mail", Map.of("pii", "email")));
        assertThat(database.ask(ROWS)).isEqualTo("1");

        database.ask("SELECT carbon_index.release_obligations('carbon.hr.copy')::text");
        record("s-3", Map.of("mail", Map.of("pii", "email")));

        assertThat(database.ask(ROWS)).isEqualTo("2");
        assertThat(tags()).isEqualTo(Map.of("mail", Map.of("pii", "email")));
    }

    @Test
    void S14_a_tag_that_is_assigned_anyway_is_not_owed_as_well() throws SQLException {
        database.run("INSERT INTO carbon_index.tag_assignments VALUES "
                + "(carbon_index.securable('carbon.hr.copy'), 'mail', 'pii', 'email')");

        assertThat(record("s-1", Map.of("mail", Map.of("pii", "email")))).isEqualTo(Recording.IN_FORCE);

        assertThat(database.ask(ROWS)).isEqualTo("0");
    }

    @Test
    void S14_a_column_never_has_two_values_of_one_tag() throws SQLException {
        record("s-1", Map.of("mail", Map.of("pii", "email")));

        assertThat(record("s-2", Map.of("mail", Map.of("pii", "phone"), "id", Map.of("pii", "key"))))
                .isEqualTo(Recording.SECOND_VALUE);

        assertThat(tags()).isEqualTo(Map.of("mail", Map.of("pii", "email")));
        String other = "INSERT INTO carbon_index.tag_assignments VALUES "
                + "(carbon_index.securable('carbon.hr.copy'), 'mail', 'pii', '%s')";
        assertThatThrownBy(() -> database.run(other.formatted("phone"))).isInstanceOf(SQLException.class);
        database.run(other.formatted("email"));
        assertThatThrownBy(() -> database.run("UPDATE carbon_index.tag_assignments SET value = 'phone'"))
                .isInstanceOf(SQLException.class);
        assertThat(tags()).isEqualTo(Map.of("mail", Map.of("pii", "email")));
    }

    @Test
    void S14_what_was_said_of_rows_that_were_not_added_is_taken_back() throws SQLException {
        record("s-1", Map.of("mail", Map.of("pii", "email"), "id", Map.of("pii", "key")));

        source.withdraw(new Obligations("s-1", COPY, Map.of("mail", Map.of("pii", "email"))));

        assertThat(tags()).isEqualTo(Map.of("id", Map.of("pii", "key")));
        assertThat(record("s-2", Map.of("mail", Map.of("pii", "phone")))).isEqualTo(Recording.IN_FORCE);
    }

    @Test
    void S14_what_other_rows_rely_on_is_not_taken_back_whatever_statement_they_are_of() {
        for (String other : List.of("s-1", "s-2")) {
            Obligations owed = new Obligations(
                    "s-1", Securable.table("carbon", "hr", "copy_" + other), Map.of("mail", Map.of("pii", "email")));
            source.record(owed);
            source.record(new Obligations(other, owed.table(), owed.columns()));

            source.withdraw(owed);
            source.withdraw(new Obligations(other, owed.table(), owed.columns()));

            assertThat(tags(owed.table())).isEqualTo(owed.columns());
        }
    }

    @Test
    void S14_nobody_takes_back_what_another_statement_said_or_a_steward_assigned() throws SQLException {
        database.run("INSERT INTO carbon_index.tag_assignments VALUES "
                + "(carbon_index.securable('carbon.hr.copy'), 'mail', 'geo', 'city')");
        record("s-1", Map.of("mail", Map.of("pii", "email")));
        Map<String, Map<String, String>> before = tags();

        source.withdraw(new Obligations("s-2", COPY, Map.of("mail", Map.of("pii", "email", "geo", "city"))));

        assertThat(tags()).isEqualTo(before);
    }

    @Test
    void S14_an_index_that_can_t_take_back_keeps_what_it_has() throws SQLException {
        record("s-1", Map.of("mail", Map.of("pii", "email")));
        String sql = "REVOKE EXECUTE ON FUNCTION carbon_index.withdraw_obligations(jsonb) FROM carbon_engine";
        database.run(sql);
        try {
            source.withdraw(new Obligations("s-1", COPY, Map.of("mail", Map.of("pii", "email"))));
        } finally {
            database.run(sql.replace("REVOKE", "GRANT").replace("FROM", "TO"));
        }
        assertThat(tags()).isEqualTo(Map.of("mail", Map.of("pii", "email")));
    }

    /** Once the engine has gone, the database may still do what it was asked to: a table of its own for that. */
    @Test
    void S14_whoever_assigns_a_tag_meanwhile_is_waited_for() throws Exception {
        Obligations waiting = new Obligations(
                "s-1", Securable.table("carbon", "hr", "waiting"), Map.of("mail", Map.of("pii", "email")));
        try (Connection steward = database.owner();
                Statement statement = steward.createStatement()) {
            steward.setAutoCommit(false);
            statement.execute("INSERT INTO carbon_index.tag_assignments VALUES "
                    + "(carbon_index.securable('carbon.hr.copy'), 'mail', 'pii', 'phone')");

            assertIndexUnavailable(() -> source.record(waiting), "no answer within the deadline");
            steward.rollback();
        }
        assertThat(source.record(waiting)).isEqualTo(Recording.IN_FORCE);
    }

    @Test
    void S14_an_index_without_a_place_for_obligations_says_so() throws SQLException {
        String sql = "REVOKE EXECUTE ON FUNCTION carbon_index.record_obligations(jsonb) FROM carbon_engine";
        database.run(sql);
        try {
            assertThat(record("s-1", Map.of("mail", Map.of("pii", "email")))).isEqualTo(Recording.NO_PLACE);
        } finally {
            database.run(sql.replace("REVOKE", "GRANT").replace("FROM", "TO"));
        }
        assertThat(tags()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"format\": 1, \"statement\": \"\", \"securable\": \"carbon.hr.copy\", \"columns\": {}}",
                "{\"format\": 1, \"statement\": \"s\", \"securable\": \"carbon.hr\", \"columns\": {}}",
                "{\"format\": 1, \"statement\": \"s\", \"securable\": \"carbon.hr.copy\", \"columns\": []}",
                "{\"format\": 1, \"statement\": \"s\", \"securable\": \"carbon.hr.copy\", \"columns\": {\"a\": 1}}",
                "{\"format\": 1, \"statement\": \"s\", \"securable\": \"carbon.hr.copy\", \"columns\": {\"\": {}}}",
                "{\"format\": 1, \"statement\": \"s\", \"securable\": \"carbon.hr.copy\", \"columns\": {\"a\": {\"b\": []}}}"
            })
    void what_are_no_obligations_is_refused(String json) throws SQLException {
        assertThatThrownBy(() -> database.ask("SELECT carbon_index.record_obligations(?::jsonb)::text", json))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).isEqualTo("22023"));
        assertThat(database.ask(ROWS)).isEqualTo("0");
    }

    private Recording record(String statement, Map<String, Map<String, String>> columns) {
        return source.record(new Obligations(statement, COPY, columns));
    }

    private Map<String, Map<String, String>> tags() {
        return tags(COPY);
    }

    private Map<String, Map<String, String>> tags(Securable table) {
        ResolveRequest question = new ResolveRequest(new Caller("bob", Optional.empty(), Map.of()), Set.of(table));
        return source.resolve(question).tables().get(table).columnTags();
    }

    private String etag() {
        return source.resolve(question()).tables().get(COPY).etag();
    }

    private static ResolveRequest question() {
        return new ResolveRequest(new Caller("bob", Optional.empty(), Map.of()), Set.of(COPY));
    }
}
