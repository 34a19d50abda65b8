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

/** S21: policies of a folder become live in a real Postgres together, or none does. */
class PolicyApplyTest {
    private static final String POLICY = """
            {"format": 1, "id": "%s", "name": "n", "version": %d, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "carbon.hr"}, "to": {"everyone": true},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "%s"}}""";
    private static final String LIVE = "SELECT string_agg(policy_id || '@' || live_version, ' ' ORDER BY policy_id)"
            + " FROM carbon_index.policies WHERE live_version IS NOT NULL";

    private static IndexDatabase database;

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {}

    @BeforeAll
    static void start() throws IOException, SQLException {
        database = new IndexDatabase();
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
