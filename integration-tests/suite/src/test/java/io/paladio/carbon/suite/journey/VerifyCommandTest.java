package io.paladio.carbon.suite.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.CarbonCommand;
import io.paladio.carbon.suite.fixture.CarbonCommand.Ended;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code carbon verify} against a whole engine: a right one, one that keeps other policies than Index, and what can't be compared. */
@ExtendWith(SharedEngine.class)
class VerifyCommandTest {
    private static final String HR = "carbon.hr.t";
    private static final String ALL_KINDS = "carbon.verified.kinds";
    private static final String LARGE = "carbon.verified.large";

    /** What stands in carbon.hr.t and what its policies hide of it, as it would stand in an output. */
    private static final List<String> DATA =
            List.of("Ada", "Grace", "Linus", "Barbara", "111-22", "nnn-nn", "'eng'", "Oslo", "xxx");

    private static final String RIGHT = """
            -- every statement over carbon.hr.t is the same; so it is in order
            SELECT * FROM carbon.hr.t;
            SELECT name, ssn FROM carbon.hr.t ORDER BY id DESC;
            SELECT dept, count(*), sum(salary), max(ssn) FROM carbon.`hr`.t GROUP BY dept;
            SELECT a.id, b.name FROM carbon.hr.t a LEFT JOIN carbon.hr.t b ON a.ssn = b.ssn AND a.id < b.id;
            WITH seen AS (SELECT * FROM carbon.hr.t WHERE name LIKE 'x%') SELECT count(*) FROM seen;
            SELECT id FROM carbon.hr.t WHERE id = (SELECT max(t.id) FROM carbon.hr.t WHERE ssn LIKE '%3333');
            SELECT id, rank() OVER (PARTITION BY dept ORDER BY id), avg(id) OVER (), info.city FROM carbon.hr.t;
            SELECT count(*) FROM carbon.hr.t WHERE ssn = '111-22-3333'; SELECT t.id / 3e0 FROM carbon.hr.t;
            SELECT CAST(name AS INT) FROM carbon.hr.t /* fails alike */;
            """;

    private static final String REFUSED = "SELECT input_file_name() FROM carbon.hr.t;";

    private static final String OPEN = """
            SELECT id, rand() FROM carbon.hr.t;
            SELECT count(*) FROM carbon.hr.t, IDENTIFIER('carbon.hr.t');
            SELECT count(*) FROM carbon.hr.t, carbon.tpch.orders;
            SELECT snapshot_id FROM carbon.hr.t.snapshots;
            WITH t AS (SELECT 1) SELECT * FROM carbon.hr.t;
            SELECT 1;
            """;

    @TempDir
    Path folder;

    /** The first three statements; line 2 has the first. */
    private static String few() {
        return RIGHT.lines().limit(4).collect(Collectors.joining("\n"));
    }

    @Test
    void a_right_engine_shows_a_principal_what_is_due(Engine engine) throws IOException {
        Ended ended = verify(engine, "bob", HR, RIGHT + REFUSED, "--index", index(engine));

        assertThat(ended.code()).as("%s", ended).isZero();
        assertThat(ended.out())
                .contains(": line 9: same: 1 row\n")
                .contains(": line 10: same: it fails with CAST_INVALID_INPUT, as over the copy\n")
                .contains("10 same, 0 different, 1 refused, 0 not compared");
        tellsNothing(engine, ended);
    }

    @Test
    void without_Index_it_says_what_nobody_vouches_for(Engine engine) throws IOException {
        Ended ended = verify(engine, "bob", HR, few());

        assertThat(ended.code()).as("%s", ended).isZero();
        assertThat(ended.out())
                .contains("The reference: 4 rows, as the principal reads the table whole: without Index");
        tellsNothing(engine, ended);
    }

    @Test
    void an_engine_under_other_policies_than_Index_is_found_out_by_counts_alone(Engine engine) throws IOException {
        Path other = copyOfIndex(engine);
        Files.delete(other.resolve("policies/ssn-last-four.json"));
        Path filter = other.resolve("policies/hr-engineering-only.json");
        String ops = Files.readString(filter).replace("'eng'", "'ops'").replace("\"eng\"", "\"ops\"");
        Files.writeString(filter, ops);

        Ended ended = verify(engine, "bob", HR, few(), "--index", other.toString());

        assertThat(ended.code()).as("%s", ended).isEqualTo(1);
        assertThat(ended.out())
                .contains(
                        "table: carbon.hr.t: different: policies only governed [show-last-4 info.ssn pol_ssn_last_four@")
                .contains(": line 2: different: rows 4 vs 2, 4 only governed, 2 only reference\n");
        tellsNothing(engine, ended);
    }

    @Test
    void what_a_statement_leaves_open_or_reads_elsewhere_is_not_called_the_same(Engine engine) throws IOException {
        Ended ended = verify(engine, "bob", HR, OPEN, "--index", index(engine));

        assertThat(ended.code()).as("%s", ended).isEqualTo(2);
        assertThat(ended.out())
                .contains(": line 1: not compared: it gives something else each time\n")
                .contains(": line 2: not compared: it reads more than the table\n")
                .contains(": line 3: not compared: it names something else of the catalog than the table\n")
                .contains(": line 4: not compared: over a copy it fails with TABLE_OR_VIEW_NOT_FOUND\n")
                .contains(": line 5: not compared: it gives the table's own name to a common table\n")
                .contains(": line 6: not compared: it does not name the table as catalog.schema.table\n")
                .contains("6 statements, 0 same, 0 different, 0 refused, 6 not compared");
    }

    @Test
    void a_refusal_is_what_is_due_to_whom_has_no_grant(Engine engine) throws IOException {
        Ended ended = verify(engine, "dan", HR, "SELECT * FROM carbon.hr.t", "--index", index(engine));

        assertThat(ended.code()).as("%s", ended).isZero();
        assertThat(ended.out()).contains("same: refused with CARBON_ACCESS_DENIED, as is due");
    }

    @Test
    void types_of_every_kind_come_out_the_same_masked_and_not(Engine engine) throws IOException {
        tableOfAllKinds(engine);
        Ended ended = verify(engine, "bob", ALL_KINDS, """
                SELECT * FROM carbon.verified.kinds;
                SELECT d, sum(r), avg(f), max(dec) FROM carbon.verified.kinds GROUP BY d ORDER BY d;
                SELECT explode(l) FROM carbon.verified.kinds;
                SELECT k FROM carbon.verified.kinds;
                SELECT s.a, s.b, m['x'] FROM carbon.verified.kinds WHERE at > TIMESTAMP '1969-01-01 00:00:00';
                """, "--index", index(engine));

        assertThat(ended.out()).as("%s", ended).doesNotContain("different: ").contains(": line 5: same: ");
        assertThat(ended.out())
                .contains(": line 1: not compared: what k shows can't be foreseen\n")
                .contains(": line 4: not compared: what k shows can't be foreseen\n")
                .contains("5 statements, 3 same, 0 different, 0 refused, 2 not compared");
    }

    @Test
    void a_copy_of_many_parts_is_one_table(Engine engine) throws IOException {
        as(engine, "CREATE NAMESPACE IF NOT EXISTS carbon.verified");
        as(
                engine,
                "CREATE OR REPLACE TABLE " + LARGE + " USING iceberg AS SELECT id, id % 7 AS kind,"
                        + " repeat(CAST(id AS STRING), 8) AS text FROM range(6000)");
        PolicyFolder.of(engine).filter(LARGE, "kind <> 3");
        Ended ended = verify(engine, "bob", LARGE, """
                SELECT * FROM carbon.verified.large ORDER BY id;
                SELECT count(*), sum(id) FROM carbon.verified.large WHERE text LIKE '%1%';
                SELECT id FROM carbon.verified.large LIMIT 5000;
                """, "--index", index(engine));

        assertThat(ended.out())
                .as("%s", ended)
                .contains("The reference: 5143 rows")
                .contains(": line 1: same: 5143 rows\n")
                .contains(": line 2: same: 1 row\n")
                .doesNotContain("different: ");
    }

    @Test
    void what_it_needs_is_said_before_anything_runs(Engine engine) throws IOException {
        record Case(String principal, String exempt, String said) {}
        for (Case each : List.of(
                new Case("bob", "carol", "--exempt-token is restricted on the table"),
                new Case("expired", "alice", "CARBON_IDENTITY_INVALID"))) {
            Ended ended = run(engine, each.principal(), each.exempt(), HR, "SELECT * FROM carbon.hr.t");

            assertThat(ended.code()).as("%s", ended).isEqualTo(2);
            assertThat(ended.err()).contains(each.said()).hasLineCount(1);
            tellsNothing(engine, ended);
        }
    }

    private void tellsNothing(Engine engine, Ended ended) {
        for (String person : List.of("bob", "alice", "carol", "expired")) {
            assertThat(ended.out() + ended.err()).doesNotContain(engine.token(person));
        }
        assertThat(ended.out() + ended.err()).doesNotContain(DATA);
    }

    private Ended verify(Engine engine, String principal, String table, String sql, String... more) throws IOException {
        return run(engine, principal, "alice", table, sql, more);
    }

    private Ended run(Engine engine, String principal, String exempt, String table, String sql, String... more)
            throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("verify", "--connect", engine.server().connect()));
        arguments.addAll(List.of("--principal-token", file("principal", engine.token(principal))));
        arguments.addAll(List.of("--exempt-token", file("exempt", engine.token(exempt))));
        arguments.addAll(List.of("--table", table));
        arguments.addAll(List.of(more));
        arguments.add(file("statements.sql", sql));
        return CarbonCommand.run(folder, arguments);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String index(Engine engine) {
        return engine.platform().indexFolder().toString();
    }

    private Path copyOfIndex(Engine engine) throws IOException {
        Path source = engine.platform().indexFolder();
        Path target = Files.createDirectories(folder.resolve("other-index"));
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return target;
    }

    private static void tableOfAllKinds(Engine engine) {
        as(engine, "CREATE NAMESPACE IF NOT EXISTS carbon.verified");
        as(engine, "DROP TABLE IF EXISTS " + ALL_KINDS);
        as(
                engine,
                "CREATE TABLE " + ALL_KINDS + " (id BIGINT NOT NULL, d DATE, at TIMESTAMP, ntz TIMESTAMP_NTZ, r DOUBLE,"
                        + " f FLOAT, dec DECIMAL(12,3), b BINARY, flag BOOLEAN, k STRING, h INT, s STRUCT<a: STRING, b: INT>,"
                        + " l ARRAY<STRING>, m MAP<STRING, INT>) USING iceberg");
        as(
                engine,
                "INSERT INTO " + ALL_KINDS + " VALUES"
                        + " (1, DATE '1969-07-20', TIMESTAMP '1969-07-20 20:17:40.123456Z', TIMESTAMP_NTZ '2024-02-29 12:00:00',"
                        + "  double('NaN'), -0.0f, 1.5, X'01FF', true, 'k1', 7, named_struct('a', 'Ab-1', 'b', 2), array('a9', NULL),"
                        + "  map('x', 1)),"
                        + " (2, DATE '2024-03-31', TIMESTAMP '2024-03-31 01:30:00Z', NULL, 0.1, 3.25f, -2.125, NULL, NULL, NULL, NULL,"
                        + "  NULL, NULL, NULL),"
                        + " (3, NULL, NULL, TIMESTAMP_NTZ '0999-01-02 03:04:05', 0.2, float('Infinity'), NULL, X'', false, 'k3', -1,"
                        + "  named_struct('a', NULL, 'b', NULL), array(), map('x', NULL, 'y', 2))");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.filter(ALL_KINDS, "id >= 1 AND (r > 0.0 OR d < DATE '2000-01-01')");
        policies.mask(ALL_KINDS, "d", "truncate-to-month");
        policies.mask(ALL_KINDS, "at", "truncate-to-year");
        policies.mask(ALL_KINDS, "ntz", "mask-to-fixed-value");
        policies.mask(ALL_KINDS, "h", "sha-256-global");
        policies.mask(ALL_KINDS, "b", "sha-256-global");
        policies.mask(ALL_KINDS, "s.a", "mask-alphanum");
        policies.mask(ALL_KINDS, "l.element", "show-first-4");
        policies.mask(ALL_KINDS, "m.value", "mask-to-fixed-value");
        policies.maskBy(ALL_KINDS, "dec", "CASE WHEN flag THEN value ELSE NULL END");
        policies.maskKeyed(ALL_KINDS, "k");
    }

    private static void as(Engine engine, String sql) {
        Answer answer = engine.as("alice").sql(sql);
        assertThat(answer.isError()).as("%s", answer).isFalse();
    }
}
