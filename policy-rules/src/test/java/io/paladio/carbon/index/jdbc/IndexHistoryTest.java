package io.paladio.carbon.index.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.command.Carbon;
import io.paladio.carbon.policy.Fingerprint;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S24: what was in force at an earlier time, on a real Postgres, and the two commands that tell of it. */
class IndexHistoryTest {
    private static final String QUESTION =
            "{\"format\": 1, \"principal\": \"bob\", \"securables\": [\"carbon.hr.t\", \"carbon.hr.new\"]}";
    private static final String POLICY = """
            {"format": 1, "id": "pol_m", "name": "n", "version": %d, "type": "column_mask", "enforcement": "enforce",
             "attach": {"securable": "carbon.hr", "inherit": true},
             "when": {"all": [{"tag": "level", "op": "in", "values": ["high", "top"]}]},
             "to": {"groups": ["staff", "others"]}, "except": {"groups": ["auditors"]},
             "columns": [{"alias": "c", "match": {"tag": "pii", "op": "eq", "value": "email"}, "cardinality": "each"}],
             "on": "c", "mask": {"kind": "%s"}}""";
    private static final String FILTER = """
            {"format": 1, "id": "pol_f", "name": "n", "version": 1, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "carbon.hr.t"}, "to": {"everyone": true}, "except": {"principals": ["bob"]},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "region = 'SECRET-LITERAL'"}}""";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static IndexDatabase database;

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {}

    @BeforeAll
    static void start() throws Exception {
        database = new IndexDatabase();
        database.run("CREATE ROLE auditor LOGIN PASSWORD 'x' IN ROLE carbon_auditor");
    }

    @AfterAll
    static void stop() throws Exception {
        database.close();
    }

    @BeforeEach
    void a_company() throws SQLException {
        database.run("""
                TRUNCATE carbon_index.grants, carbon_index.tag_assignments, carbon_index.tags, carbon_index.memberships,
                    carbon_index.groups, carbon_index.principals, carbon_index.obligations, carbon_index.decisions;
                DELETE FROM carbon_index.securables;
                INSERT INTO carbon_index.principals VALUES ('bob', '{"region": "EU"}');
                INSERT INTO carbon_index.groups (name) VALUES ('inner'), ('staff'), ('auditors');
                INSERT INTO carbon_index.memberships (group_name, member_principal) VALUES ('inner', 'bob');
                INSERT INTO carbon_index.memberships (group_name, member_group) VALUES ('staff', 'inner');
                INSERT INTO carbon_index.tags (tag) VALUES ('pii'), ('level');
                INSERT INTO carbon_index.tag_assignments
                    VALUES (carbon_index.securable('carbon.hr.t'), 'mail', 'pii', 'email'),
                           (carbon_index.securable('carbon.hr'), '', 'level', 'high');
                INSERT INTO carbon_index.grants VALUES (carbon_index.securable('carbon'), NULL, 'staff', 'granted')""");
        int version = 1
                + Integer.parseInt(
                        database.ask(
                                "SELECT coalesce(max(version), 0) FROM carbon_index.policy_versions WHERE policy_id = 'pol_m'"));
        database.putPolicy(POLICY.formatted(version, "mask-alphanum"));
        database.putPolicy(FILTER);
    }

    @Test
    void what_is_in_force_now_is_told_as_resolve_tells_it() throws Exception {
        JsonNode now = JSON.readTree(database.ask("SELECT carbon_index.resolve(?::jsonb)", QUESTION));
        assertThat(at(now())).isEqualTo(comparable(now));
        assertThat(comparable(now).toString()).contains("mask-alphanum").contains("\"inner\"", "\"staff\"", "email");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM carbon_index.memberships WHERE member_principal = 'bob'",
                "DELETE FROM carbon_index.memberships WHERE member_group = 'inner'",
                "DELETE FROM carbon_index.groups WHERE name = 'staff'",
                "UPDATE carbon_index.groups SET name = 'renamed' WHERE name = 'staff'",
                "INSERT INTO carbon_index.memberships (group_name, member_principal) VALUES ('auditors', 'bob')",
                "UPDATE carbon_index.principals SET attributes = '{}' WHERE name = 'bob'",
                "DELETE FROM carbon_index.principals WHERE name = 'bob'",
                "UPDATE carbon_index.tag_assignments SET value = 'low' WHERE tag = 'level'",
                "DELETE FROM carbon_index.tag_assignments WHERE tag = 'pii'",
                "TRUNCATE carbon_index.tag_assignments",
                "TRUNCATE carbon_index.memberships",
                "INSERT INTO carbon_index.tag_assignments"
                        + " VALUES (carbon_index.securable('carbon.hr.t'), 'phone', 'pii', 'email')",
                "DELETE FROM carbon_index.securables",
                "UPDATE carbon_index.securables SET path = ARRAY['carbon', 'hr', 'old']"
                        + " WHERE path = ARRAY['carbon', 'hr', 't']",
                "SELECT carbon_index.retire_policy('pol_m')",
                "UPDATE carbon_index.grants SET effect = 'denied'",
                "DELETE FROM carbon_index.grants",
                "SELECT carbon_index.record_obligations('{\"format\": 1, \"statement\": \"s\","
                        + " \"securable\": \"carbon.hr.new\", \"columns\": {\"c\": {\"pii\": \"email\"}}}')"
            })
    void whatever_changes_what_was_in_force_before_is_told(String change) throws Exception {
        String before = now();
        JsonNode then = at(before);
        database.run(change);
        String after = now();

        assertThat(at(before)).isEqualTo(then);
        assertThat(at(after)).isNotEqualTo(then);
        assertThat(at(after))
                .isEqualTo(comparable(JSON.readTree(database.ask("SELECT carbon_index.resolve(?::jsonb)", QUESTION))));
    }

    @Test
    void an_obligation_that_was_released_was_in_force_until_then() throws Exception {
        database.run("SELECT carbon_index.record_obligations('{\"format\": 1, \"statement\": \"s\","
                + " \"securable\": \"carbon.hr.new\", \"columns\": {\"c\": {\"pii\": \"email\"}}}')");
        String before = now();
        JsonNode then = at(before);
        database.run("SELECT carbon_index.release_obligations('carbon.hr.new')");
        assertThat(at(before)).isEqualTo(then);
        assertThat(at(now())).isNotEqualTo(then);
    }

    @Test
    void a_change_within_one_transaction_leaves_no_state_that_nobody_saw() throws Exception {
        database.run("INSERT INTO carbon_index.principals VALUES ('eve', '{}');"
                + " UPDATE carbon_index.principals SET attributes = '{\"a\": \"b\"}' WHERE name = 'eve';"
                + " DELETE FROM carbon_index.principals WHERE name = 'eve'");
        assertThat(database.ask("SELECT count(*) FROM carbon_index.principals_past WHERE name = 'eve'"))
                .isEqualTo("0");
    }

    @Test
    void nothing_is_told_of_times_that_index_knows_nothing_of() throws IOException {
        for (String time : List.of("2001-01-01T00:00:00Z", "2999-01-01T00:00:00Z")) {
            assertThatThrownBy(() -> at(time))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refused -> assertThat(refused.getSQLState()).isEqualTo("22008"));
            Ended ended = replay(time);
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.err()).contains("Index knows nothing of that time");
        }
    }

    @Test
    void a_record_that_is_sent_again_is_kept_once_and_another_of_the_same_statement_besides() throws Exception {
        String record = "{\"statement-id\": \"twice\", \"principal\": \"bob\", \"started\": \"1\"}";
        String id = database.ask("SELECT carbon_index.record_decision(?::jsonb)", record);
        assertThat(database.ask("SELECT carbon_index.record_decision(?::jsonb)", record))
                .isEqualTo(id);
        database.ask("SELECT carbon_index.record_decision(?::jsonb)", record.replace("\"1\"", "\"2\""));
        assertThat(database.ask("SELECT count(*) FROM carbon_index.decisions WHERE statement_id = 'twice'"))
                .isEqualTo("2");
    }

    @Test
    void an_index_of_the_first_release_keeps_all_that_it_holds() throws Exception {
        try (EmbeddedPostgres old = EmbeddedPostgres.builder().start();
                Connection connection = old.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            String first = new String(
                    IndexSchema.class
                            .getResourceAsStream("/carbon_index/V1__carbon_index.sql")
                            .readAllBytes(),
                    StandardCharsets.UTF_8);
            statement.execute("CREATE SCHEMA carbon_index; CREATE TABLE carbon_index.schema_version (version integer"
                    + " PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())");
            statement.execute(first);
            statement.execute("INSERT INTO carbon_index.schema_version VALUES (1, '"
                    + new Fingerprint().list("migration", List.of(first)).etag() + "')");
            statement.execute("INSERT INTO carbon_index.tags (tag) VALUES ('pii');"
                    + " INSERT INTO carbon_index.tag_assignments"
                    + " VALUES (carbon_index.securable('carbon.hr.t'), 'mail', 'pii', 'email');"
                    + " SELECT carbon_index.record_decision('{\"statement-id\": \"s\"}');"
                    + " SELECT carbon_index.record_decision('{\"statement-id\": \"s\"}')");
            String before = asked(statement, "SELECT (carbon_index.resolve('" + QUESTION + "') -> 'tables')::text");
            IndexSchema.migrate(connection);

            assertThat(asked(statement, "SELECT (carbon_index.resolve('" + QUESTION + "') -> 'tables')::text"))
                    .isEqualTo(before);
            assertThat(asked(statement, "SELECT count(*) FROM carbon_index.decisions"))
                    .isEqualTo("2");
            assertThat(asked(statement, "SELECT count(*) FROM carbon_index.tag_assignments WHERE since IS NOT NULL"))
                    .isEqualTo("1");
        }
    }

    @Test
    void replay_tells_of_the_policies_the_groups_and_the_tags_of_that_time() throws Exception {
        String before = now();
        database.run("DELETE FROM carbon_index.memberships; TRUNCATE carbon_index.tag_assignments;"
                + " SELECT carbon_index.retire_policy('pol_m')");

        Ended then = replay(before);
        assertThat(then.code()).as(then.toString()).isZero();
        assertThat(then.out())
                .contains("principal bob, groups [inner, staff]")
                .contains("table carbon.hr.t, access granted, tags {level=high}")
                .contains("column_mask mask-alphanum on mail: binds")
                .contains("pol_f@1 row_filter restrictive: except names");
        assertThat(replay(now()).out()).contains("groups []", "tags {}").doesNotContain("pol_m");
    }

    @Test
    void why_tells_what_bound_and_which_tag_group_and_place_it_was_for() throws Exception {
        decide(database.ask("SELECT live_etag FROM carbon_index.policies WHERE policy_id = 'pol_m'"));
        database.run("DELETE FROM carbon_index.memberships; TRUNCATE carbon_index.tag_assignments;"
                + " SELECT carbon_index.retire_policy('pol_m')");

        Ended why = why("s-why", "--index", database.url(), "--user", "auditor", "--password-file", password());
        assertThat(why.code()).as(why.toString()).isZero();
        assertThat(why.out())
                .contains("bob, for whom svc asked, was in the groups inner, staff, and ran SELECT at ")
                .contains("It completed.\ncarbon.hr.t was read:\n")
                .containsPattern("  Its columns mail, phone were under mask-alphanum, by pol_m@\\d+: it hangs on"
                        + " carbon.hr, within which the table lies, and is inherited; the table is tagged level=high;"
                        + " the column mail is tagged pii=email; the column phone must be tagged pii=email;"
                        + " it is for the group staff, which bob is in\\.\n")
                .contains("  It was free of pol_f@1: it excepts bob.\n");
        assertThat(why.out()).doesNotContain("SECRET-LITERAL");
        assertThat(why("unknown", "--index", database.url(), "--user", "postgres")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void why_takes_no_other_document_that_bears_the_same_name_for_the_one_that_bound() throws Exception {
        decide("sha256:another");
        Ended why = why("s-why", "--index", database.url(), "--user", "postgres");
        assertThat(why.out()).containsPattern("by pol_m@\\d+; its document is not at hand\\.");
    }

    @Test
    void why_reads_a_file_of_decisions_too_and_needs_no_index_to_tell_what_bound() throws Exception {
        decide("sha256:x");
        String record = database.ask("SELECT record FROM carbon_index.decisions WHERE statement_id = 's-why'");
        Path file = Files.writeString(folder.resolve("decisions.jsonl"), "{\"s-why\n" + record + "\n");
        Ended why = why("s-why", "--decisions", file.toString());

        assertThat(why.code()).as(why.toString()).isZero();
        assertThat(why.out())
                .contains("Its columns mail, phone were under mask-alphanum, by pol_m@")
                .contains("Why a policy bound is told by Index: write --index URL.");
        JsonNode json = JSON.readTree(
                why("s-why", "--decisions", file.toString(), "--json").out());
        assertThat(json.at("/statements/0/tables/0/policies/0/kind").asText()).isEqualTo("mask-alphanum");
    }

    private static void decide(String etag) throws SQLException {
        String version =
                database.ask("SELECT max(version) FROM carbon_index.policy_versions WHERE policy_id = 'pol_m'");
        String filter = database.ask("SELECT live_etag FROM carbon_index.policies WHERE policy_id = 'pol_f'");
        String mask = "{\"id\": \"pol_m\", \"version\": " + version + ", \"etag\": \"" + etag
                + "\", \"kind\": \"mask-alphanum\", \"column\": \"%s\"}";
        String record =
                "{\"statement-id\": \"s-why\", \"principal\": \"bob\", \"actor\": \"svc\", \"kind\": \"SELECT\","
                        + " \"groups\": [\"inner\", \"staff\"], \"started\": \"" + now() + "\","
                        + " \"outcome\": {\"status\": \"completed\"}, \"tables\": [{\"table\": \"carbon.hr.t\","
                        + " \"etag\": \"x\", \"policies\": [" + mask.formatted("mail") + ", " + mask.formatted("phone")
                        + "], \"exemptions\": [{\"id\": \"pol_f\", \"version\": 1, \"etag\": \"" + filter + "\"}]}]}";
        database.ask("SELECT carbon_index.record_decision(?::jsonb)", record);
    }

    /** As the engine writes moments: in UTC. */
    private static String now() throws SQLException {
        return database.ask(
                "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')");
    }

    private static JsonNode at(String time) throws Exception {
        return comparable(JSON.readTree(
                database.ask("SELECT carbon_index.resolve_at(?::jsonb, ?::timestamptz)", QUESTION, time)));
    }

    /** Without what tells one answer from the same one at another time. */
    private static JsonNode comparable(JsonNode answer) {
        ObjectNode comparable = JSON.createObjectNode();
        comparable.set("principal", answer.path("principal"));
        for (JsonNode table : answer.path("tables")) {
            comparable.set(table.path("securable").asText(), ((ObjectNode) table.deepCopy()).without("etag"));
        }
        return comparable;
    }

    private static String asked(Statement statement, String sql) throws SQLException {
        try (var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private Ended replay(String time) throws IOException {
        return run(
                "policy",
                "replay",
                "--principal",
                "bob",
                "--table",
                "carbon.hr.t",
                "--at",
                time,
                "--index",
                database.url(),
                "--user",
                "auditor",
                "--password-file",
                password());
    }

    private String password() throws IOException {
        return Files.writeString(folder.resolve("password"), "x").toString();
    }

    private static Ended why(String statement, String... more) {
        String[] all = new String[more.length + 4];
        System.arraycopy(new String[] {"policy", "why", "--statement", statement}, 0, all, 0, 4);
        System.arraycopy(more, 0, all, 4, more.length);
        return run(all);
    }

    private static Ended run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Carbon.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Ended(code, out.toString(), err.toString());
    }
}
