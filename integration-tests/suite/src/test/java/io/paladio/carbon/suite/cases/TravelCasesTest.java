package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other states of a table, and other schemas: under the policies of today, column by column, or refused. */
@ExtendWith(SharedEngine.class)
class TravelCasesTest {
    private static final String TABLE = "carbon.cases.history";
    private static final String EVOLVED = "carbon.cases.evolved";
    private static String snapshot = "";
    private static String moment = "";
    private static String before = "";

    @BeforeAll
    static void tables_with_a_past(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE + " (id INT, dept STRING, ssn STRING)",
                "INSERT INTO " + TABLE + " VALUES (1, 'eng', '111-22-3333'), (2, 'ops', '222-33-4444')");
        Table table = engine.platform().face().catalog().loadTable(TableIdentifier.of("cases", "history"));
        snapshot = String.valueOf(table.currentSnapshot().snapshotId());
        moment = String.valueOf(table.currentSnapshot().timestampMillis());
        table.manageSnapshots()
                .createBranch("dev")
                .createTag("rel", table.currentSnapshot().snapshotId())
                .commit();
        CaseSchema.make(
                engine,
                "INSERT INTO " + TABLE + ".branch_dev VALUES (3, 'eng', '333-44-5555')",
                "INSERT INTO " + TABLE + " VALUES (4, 'eng', '444-55-6666')");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.filter(TABLE, "dept = 'eng'");
        policies.mask(TABLE, "ssn", "show-last-4");
        evolve(engine, policies);
    }

    /** A masked column is renamed, another dropped, a third dropped and made anew, and the filter's column is new. */
    private static void evolve(Engine engine, PolicyFolder policies) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + EVOLVED + " (id INT, ssn STRING, note STRING, code STRING)",
                "INSERT INTO " + EVOLVED + " VALUES (1, '111-22-3333', 'n1', '5551')");
        Table table = engine.platform().face().catalog().loadTable(TableIdentifier.of("cases", "evolved"));
        before = String.valueOf(table.currentSnapshot().snapshotId());
        CaseSchema.make(
                engine,
                "ALTER TABLE " + EVOLVED + " RENAME COLUMN ssn TO national_id",
                "ALTER TABLE " + EVOLVED + " DROP COLUMN note",
                "ALTER TABLE " + EVOLVED + " DROP COLUMN code",
                "ALTER TABLE " + EVOLVED + " ADD COLUMN code STRING",
                "ALTER TABLE " + EVOLVED + " ADD COLUMN ssn STRING",
                "INSERT INTO " + EVOLVED + " VALUES (2, '222-33-4444', '5552', 'mine')");
        policies.mask(EVOLVED, "national_id", "show-last-4");
        policies.put(each(policies, EVOLVED, "note"));
        policies.put(each(policies, EVOLVED, "code"));
    }

    private static ObjectNode each(PolicyFolder policies, String table, String column) {
        ObjectNode policy = policies.columnMask(
                table, column, new ObjectMapper().createObjectNode().put("kind", "mask-alphanum"));
        ((ObjectNode) policy.path("columns").path(0)).put("cardinality", "each");
        return policy;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$t.snapshot_id_$s",
                "$t.at_timestamp_$m",
                "$t.tag_rel",
                "$t VERSION AS OF $s",
                "$t FOR SYSTEM_VERSION AS OF $s",
                "$t VERSION AS OF 'rel'",
                "$t TIMESTAMP AS OF timestamp_millis($m)"
            })
    void case_4_a_selected_snapshot_is_under_the_policies_of_its_table(String selected, Engine engine) {
        String query = "SELECT id, ssn FROM " + at(selected);

        assertThat(rows(engine.as("bob"), query)).containsExactly("[1,\"nnn-nn-3333\"]");
        assertThat(rows(engine.as("alice"), query)).containsExactly("[1,\"111-22-3333\"]", "[2,\"222-33-4444\"]");
        refused(engine.as("dan"), query, "CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$t.branch_dev",
                "$t VERSION AS OF 'dev'",
                "(SELECT * FROM $t.branch_dev)",
                "(SELECT * FROM $t.branch_dev UNION SELECT * FROM $t VERSION AS OF 'dev')"
            })
    void case_131_a_branch_is_under_the_policies_of_its_table(String selected, Engine engine) {
        String query = "SELECT id, ssn FROM " + at(selected);

        assertThat(rows(engine.as("bob"), query)).containsExactly("[1,\"nnn-nn-3333\"]", "[3,\"nnn-nn-5555\"]");
        assertThat(rows(engine.as("alice"), query)).hasSize(3).contains("[3,\"333-44-5555\"]");
        refused(engine.as("dan"), query, "CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO $t.branch_dev VALUES (9, 'eng', 'x')",
                "DELETE FROM $t.branch_dev WHERE id = 1",
                "UPDATE $t.branch_dev SET ssn = 'x'"
            })
    void case_131_a_branch_is_written_as_its_table_is(String write, Engine engine) {
        refused(engine.as("bob"), at(write), "CARBON_WRITE_DENIED");
        refused(engine.as("dan"), at(write), "CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM $t.branch_none",
                "SELECT * FROM $t.tag_none",
                "SELECT * FROM $t.snapshot_id_1",
                "SELECT * FROM $t.at_timestamp_1",
                "SELECT * FROM $t VERSION AS OF 'none'",
                "SELECT * FROM $t VERSION AS OF 1",
                "SELECT * FROM $t TIMESTAMP AS OF '1999-01-01'",
                "INSERT INTO $t.branch_none VALUES (9, 'eng', 'x')",
                "DELETE FROM $t.branch_none WHERE id = 1",
                "UPDATE $t.branch_none SET ssn = 'x'"
            })
    void what_a_table_does_not_have_is_refused_by_name_and_to_strangers_as_the_table_is(
            String statement, Engine engine) {
        refused(engine.as("bob"), at(statement), "CARBON_NOT_GOVERNABLE");
        refused(engine.as("alice"), at(statement), "CARBON_NOT_GOVERNABLE");
        refused(engine.as("dan"), at(statement), "CARBON_ACCESS_DENIED");
    }

    @Test
    void case_7_a_renamed_column_is_masked_under_its_old_name(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT id, ssn FROM " + EVOLVED + " VERSION AS OF " + before))
                .containsExactly("[1,\"nnn-nn-3333\"]");
        assertThat(rows(engine.as("bob"), "SELECT id, national_id, ssn FROM " + EVOLVED))
                .containsExactly("[1,\"nnn-nn-3333\",null]", "[2,\"nnn-nn-4444\",\"mine\"]");
    }

    @Test
    void case_7_a_dropped_column_stays_masked_and_one_made_anew_is_another(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT note, code FROM " + EVOLVED + " VERSION AS OF " + before))
                .containsExactly("[\"xn\",\"nnnn\"]");
        assertThat(rows(engine.as("bob"), "SELECT code FROM " + EVOLVED)).containsExactly("[\"nnnn\"]", "[null]");
        assertThat(rows(engine.as("alice"), "SELECT note, code FROM " + EVOLVED + " VERSION AS OF " + before))
                .containsExactly("[\"n1\",\"5551\"]");
    }

    @Test
    void case_7_what_can_not_be_mapped_is_refused(Engine engine) {
        String table = "carbon.cases.grown";
        CaseSchema.make(engine, "CREATE TABLE " + table + " (id INT)", "INSERT INTO " + table + " VALUES (1)");
        long first = engine.platform()
                .face()
                .catalog()
                .loadTable(TableIdentifier.of("cases", "grown"))
                .currentSnapshot()
                .snapshotId();
        CaseSchema.make(
                engine,
                "ALTER TABLE " + table + " ADD COLUMN dept STRING",
                "INSERT INTO " + table + " VALUES (2, 'eng')");
        PolicyFolder.of(engine).filter(table, "dept = 'eng'");

        assertThat(rows(engine.as("bob"), "SELECT id FROM " + table)).containsExactly("[2]");
        refused(engine.as("bob"), "SELECT id FROM " + table + " VERSION AS OF " + first, "CARBON_POLICY_UNENFORCEABLE");
        assertThat(rows(engine.as("alice"), "SELECT id FROM " + table + " VERSION AS OF " + first))
                .containsExactly("[1]");

        done(engine.as("admin"), "ALTER TABLE " + table + " DROP COLUMN dept");
        refused(engine.as("bob"), "SELECT id FROM " + table, "CARBON_POLICY_UNENFORCEABLE");
    }

    private static String at(String text) {
        return text.replace("$t", TABLE).replace("$s", snapshot).replace("$m", moment);
    }
}
