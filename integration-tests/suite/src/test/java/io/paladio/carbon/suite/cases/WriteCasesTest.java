package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes: a principal that a policy restricts changes nothing in a table, whichever way the table rewrites its files. */
@ExtendWith(SharedEngine.class)
class WriteCasesTest {
    private static final List<String> MODES = List.of("copy-on-write", "merge-on-read");

    /** Each leaves a table of the same rows, so that the control may run them all. */
    private static final List<String> WRITES = List.of(
            "DELETE FROM $t WHERE id > 100",
            "DELETE FROM $t WHERE dept = 'nowhere' OR id = 1000",
            "UPDATE $t SET pay = pay WHERE id = 1",
            "UPDATE $t SET pay = 0 WHERE id = 3 AND dept = 'nowhere'",
            "UPDATE $t SET ssn = ssn",
            "MERGE INTO $t USING (SELECT 1 AS id) s ON $t.id = s.id WHEN MATCHED THEN UPDATE SET pay = $t.pay",
            "MERGE INTO $t t USING (SELECT 100 AS id) s ON t.id = s.id WHEN MATCHED THEN DELETE",
            "MERGE INTO $t t USING (SELECT 1 AS id) s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)",
            "MERGE INTO $t t USING $t s ON t.id = s.id WHEN NOT MATCHED BY SOURCE THEN DELETE",
            "INSERT INTO $t SELECT * FROM $t WHERE false",
            "INSERT OVERWRITE $t SELECT * FROM $t",
            "INSERT INTO $t REPLACE WHERE id = 1000 SELECT * FROM $t WHERE id = 1000");

    /** Writes whose rows the writer would see, and such that it would not. */
    private static final List<String> NEW_ROWS = List.of(
            "INSERT INTO $t VALUES (9, 'eng', '9', 9)",
            "INSERT INTO $t VALUES (9, 'ops', '9', 9)",
            "INSERT INTO $t VALUES (9, NULL, '9', 9)",
            "INSERT INTO $t (id) VALUES (9)",
            "INSERT INTO $t SELECT * FROM $t");

    @BeforeAll
    static void tables(Engine engine) {
        for (String mode : MODES) {
            CaseSchema.make(
                    engine,
                    "CREATE TABLE " + table(mode) + " (id INT, dept STRING, ssn STRING, pay INT) TBLPROPERTIES ("
                            + "'format-version'='2', 'write.delete.mode'='" + mode + "', 'write.update.mode'='" + mode
                            + "', 'write.merge.mode'='" + mode + "')",
                    "INSERT INTO " + table(mode)
                            + " VALUES (1, 'eng', '111-22-3333', 10), (2, 'eng', '222-33-4444', 20), (3, 'ops', '333-44-5555', 30)");
            PolicyFolder policies = PolicyFolder.of(engine);
            policies.filter(table(mode), "dept = 'eng'");
            policies.mask(table(mode), "ssn", "show-last-4");
        }
    }

    private static String table(String mode) {
        return "carbon.cases.written_" + mode.replace('-', '_');
    }

    static Stream<Arguments> writes() {
        return MODES.stream()
                .flatMap(mode ->
                        Stream.concat(WRITES.stream(), NEW_ROWS.stream()).map(write -> Arguments.of(mode, write)));
    }

    static Stream<Arguments> harmless() {
        return MODES.stream().flatMap(mode -> WRITES.stream().map(write -> Arguments.of(mode, write)));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void case_101_case_103_case_104_case_107_case_D_a_restricted_principal_writes_nothing(
            String mode, String write, Engine engine) {
        long before = snapshot(engine, mode);

        refused(engine.as("bob"), write.replace("$t", table(mode)), "CARBON_WRITE_DENIED");

        assertThat(snapshot(engine, mode)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("writes")
    void case_104_case_C_nobody_writes_without_a_grant(String mode, String write, Engine engine) {
        long before = snapshot(engine, mode);

        refused(engine.as("dan"), write.replace("$t", table(mode)), "CARBON_ACCESS_DENIED");

        assertThat(snapshot(engine, mode)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("harmless")
    void case_130_control_an_exempt_principal_writes_and_keeps_every_row(String mode, String write, Engine engine) {
        List<String> before = rows(engine.as("admin"), "SELECT * FROM " + table(mode));

        done(engine.as("admin"), write.replace("$t", table(mode)));

        assertThat(rows(engine.as("admin"), "SELECT * FROM " + table(mode)))
                .isEqualTo(before)
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void case_106_a_merge_from_a_governed_source_takes_what_its_author_sees(String mode, Engine engine) {
        String target = "carbon.cases.merged_" + mode.replace('-', '_');
        CaseSchema.make(
                engine,
                "CREATE TABLE " + target + " (id INT, ssn STRING) TBLPROPERTIES ('write.merge.mode'='" + mode + "')",
                "INSERT INTO " + target + " VALUES (1, 'old'), (3, 'old')");

        done(
                engine.as("bob"),
                "MERGE INTO " + target + " t USING " + table(mode) + " s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET ssn = s.ssn WHEN NOT MATCHED THEN INSERT (id, ssn) VALUES (s.id, s.ssn)");

        assertThat(rows(engine.as("admin"), "SELECT * FROM " + target))
                .containsExactly("[1,\"nnn-nn-3333\"]", "[2,\"nnn-nn-4444\"]", "[3,\"old\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRUNCATE TABLE $t",
                "ALTER TABLE $t DROP COLUMN dept",
                "ALTER TABLE $t RENAME COLUMN ssn TO x",
                "ALTER TABLE $t SET TBLPROPERTIES ('a' = 'b')",
                "DROP TABLE $t",
                "DROP TABLE $t PURGE",
                "ALTER TABLE $t RENAME TO carbon.cases.taken",
                "CREATE OR REPLACE TABLE $t AS SELECT 1 AS id",
                "REPLACE TABLE $t (id INT)"
            })
    void case_101_a_restricted_principal_neither_changes_nor_drops_a_table(String write, Engine engine) {
        refused(engine.as("bob"), write.replace("$t", table("copy-on-write")), "CARBON_WRITE_DENIED");
        refused(engine.as("dan"), write.replace("$t", table("copy-on-write")), "CARBON_ACCESS_DENIED");
        assertThat(rows(engine.as("admin"), "SELECT count(*) FROM " + table("copy-on-write")))
                .containsExactly("[3]");
    }

    @Test
    void case_100_a_table_made_of_a_governed_one_holds_what_its_author_saw(Engine engine) {
        done(
                engine.as("bob"),
                "CREATE TABLE carbon.cases.quarantine AS SELECT id, ssn FROM " + table("copy-on-write")
                        + " WHERE pay > 5");
        done(
                engine.as("bob"),
                "INSERT INTO carbon.cases.quarantine SELECT id + 10, ssn FROM " + table("merge-on-read")
                        + " WHERE id <> 1");

        assertThat(rows(engine.as("admin"), "SELECT * FROM carbon.cases.quarantine"))
                .containsExactly("[1,\"nnn-nn-3333\"]", "[12,\"nnn-nn-4444\"]", "[2,\"nnn-nn-4444\"]");
    }

    private static long snapshot(Engine engine, String mode) {
        String name = table(mode).substring("carbon.cases.".length());
        return engine.platform()
                .face()
                .catalog()
                .loadTable(TableIdentifier.of("cases", name))
                .currentSnapshot()
                .snapshotId();
    }
}
