package io.paladio.carbon.index.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.command.Carbon;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S21: policies of a folder become live in a real Postgres together, or none does. */
class PolicyApplyTest {
    private static final String POLICY = """
            {"format": 1, "id": "%s", "name": "n", "version": %d, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "carbon.hr"}, "to": {"everyone": true},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "%s"}}""";
    private static final String LIVE = "SELECT string_agg(policy_id || '@' || live_version, ' ' ORDER BY policy_id)"
            + " FROM carbon_index.policies WHERE live_version IS NOT NULL AND policy_id <> 'pol_known'";

    private static IndexDatabase database;
    private static int version;

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {}

    @BeforeAll
    static void start() throws IOException, SQLException {
        database = new IndexDatabase();
        database.run("INSERT INTO carbon_index.groups (name) VALUES ('x'), ('y'), ('sales')");
        database.run("INSERT INTO carbon_index.principals (name) VALUES ('alice')");
        database.run(
                "INSERT INTO carbon_index.tags (tag, allowed_values) VALUES ('pii', NULL), ('level', '{high,low}')");
        database.run("INSERT INTO carbon_index.tag_assignments"
                + " VALUES (carbon_index.securable('carbon.hr.t'), 'mail', 'pii', 'email'),"
                + " (carbon_index.securable('carbon.hr.t'), '', 'level', 'odd')");
    }

    @AfterAll
    static void stop() throws IOException {
        database.close();
    }

    @Test
    void S21_a_folder_is_applied_as_a_whole_and_a_second_time_changes_nothing() throws Exception {
        write("a.json", POLICY.formatted("pol_a", 1, "region = 'EU'"));
        write("b.json", POLICY.formatted("pol_b", 3, "region = 'EU' OR is_member('x')"));
        assertThat(apply("postgres")).isEqualTo(new Ended(0, "pol_a@1 applied\npol_b@3 applied\n", ""));
        assertThat(database.ask(LIVE)).isEqualTo("pol_a@1 pol_b@3");
        assertThat(apply("postgres").out()).isEqualTo("pol_a@1 unchanged\npol_b@3 unchanged\n");

        write("a.json", POLICY.formatted("pol_a", 2, "region = 'US'"));
        write("b.json", POLICY.formatted("pol_b", 3, "region = 'US' OR is_member('y')"));
        Ended conflict = apply("postgres");
        assertThat(conflict.code()).isEqualTo(1);
        assertThat(conflict.out()).contains("$.version: Version 3 of policy pol_b is in Index and is another.");
        assertThat(database.ask(LIVE)).isEqualTo("pol_a@1 pol_b@3");

        write("b.json", POLICY.formatted("pol_b", 4, "region = 'EU' AND region = 'US'"));
        Ended unsatisfiable = apply("postgres");
        assertThat(unsatisfiable.code()).isEqualTo(1);
        assertThat(unsatisfiable.out()).contains("never true", "Nothing was applied.");
        assertThat(database.ask(LIVE)).isEqualTo("pol_a@1 pol_b@3");

        write("b.json", POLICY.formatted("pol_b", 4, "region = 'US'"));
        assertThat(apply("engine").code())
                .as("the engine's own login may not write")
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"groups\": [\"slaes\"]} | {\"tag\": \"pii\", \"op\": \"exists\"} | $.to.groups[0]: Index holds no group `slaes`. Write `sales`,",
                "{\"groups\": [\"sales\"]} | {\"tag\": \"pi\", \"op\": \"exists\"} | $.when.all[0].tag: Index holds no tag `pi`. Write `pii`,",
                "{\"groups\": [\"sales\"]} | {\"tag\": \"level\", \"op\": \"eq\", \"value\": \"hihg\"} | $.when.all[0].value: The tag `level` has no value `hihg` in Index. Write `high`,"
            })
    void S10_a_group_or_tag_that_index_does_not_hold_is_refused_with_the_one_that_was_meant(
            String to, String when, String says) throws Exception {
        write("c.json", spoken("pol_unknown", to, when));
        Ended refused = apply("postgres");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).contains("c.json: " + says).endsWith("Nothing was applied.\n");
        assertThat(refused.err()).isEmpty();
        assertThat(String.valueOf(database.ask(LIVE))).doesNotContain("pol_unknown");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"groups\": [\"sales\"], \"principals\": [\"alice\"]} | {\"tag\": \"pii\", \"op\": \"eq\", \"value\": \"email\"} | ",
                "{\"groups\": [\"sales\"]} | {\"tag\": \"level\", \"op\": \"in\", \"values\": [\"low\", \"odd\"]} | ",
                "{\"principals\": [\"alcie\"]} | {\"tag\": \"pii\", \"op\": \"exists\"} | $.to.principals[0]: Index does not list the principal `alcie`.",
                "{\"groups\": [\"sales\"]} | {\"tag\": \"pii\", \"op\": \"eq\", \"value\": \"iban\"} | $.when.all[0].value: Nothing is tagged `pii` with `iban` yet"
            })
    void S10_what_index_can_not_know_yet_is_applied_with_a_warning(String to, String when, String warns)
            throws Exception {
        write("c.json", spoken("pol_known", to, when).replace("\"version\": 1", "\"version\": " + ++version));
        Ended applied = apply("postgres");

        assertThat(applied.code()).isZero();
        assertThat(applied.out()).isEqualTo("pol_known@" + version + " applied\n");
        assertThat(applied.err()).startsWith(warns == null ? "" : "Warning: ").contains(warns == null ? "" : warns);
        assertThat(applied.err().isEmpty()).isEqualTo(warns == null);
    }

    @Test
    void whoever_may_not_read_the_names_applies_nothing() throws Exception {
        database.run("CREATE ROLE writer LOGIN PASSWORD '" + IndexDatabase.PASSWORD + "'");
        database.run("GRANT USAGE ON SCHEMA carbon_index TO writer");
        database.run("GRANT ALL ON carbon_index.policies, carbon_index.policy_versions TO writer");
        database.run("GRANT EXECUTE ON FUNCTION carbon_index.put_policy(jsonb) TO writer");
        write("d.json", POLICY.formatted("pol_d", 1, "region = 'EU'"));
        Ended ended = apply("writer");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("its database's code is 42501", "Nothing was applied.");
        assertThat(String.valueOf(database.ask(LIVE))).doesNotContain("pol_d");
    }

    private static String spoken(String id, String to, String when) {
        return POLICY.formatted(id, 1, "region = 'EU'")
                .replace("{\"everyone\": true}", to + ", \"when\": {\"all\": [" + when + "]}");
    }

    private Ended apply(String user) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), IndexDatabase.PASSWORD);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Carbon.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                "policy",
                "apply",
                folder.resolve("policies").toString(),
                "--index",
                database.url(),
                "--user",
                user,
                "--password-file",
                password.toString());
        return new Ended(code, out.toString(), err.toString());
    }

    private void write(String name, String text) throws IOException {
        Path policies = Files.createDirectories(folder.resolve("policies"));
        Files.writeString(policies.resolve(name), text);
    }
}
