package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.Lab;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * T27: a write by somebody who does not see the whole table is refused in every shape, and leaves every row as it was; the same
 * write by the exempt works. Under both ways in which Iceberg changes rows.
 */
@ExtendWith(SharedEngine.class)
class WritesTest {
    private static final List<String> RESTRICTED = List.of("bob", "carol", "dan");
    private static final String ROW = "9, 'x', 'eng', 1, 's'";

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO {t} VALUES (" + ROW + ")",
            "INSERT INTO {t} BY NAME SELECT 9 AS id, 'x' AS name, 'eng' AS dept, 1 AS salary, 's' AS ssn",
            "INSERT INTO {t} SELECT * FROM {t}",
            "INSERT INTO {t} (id, dept) VALUES (9, 'eng')",
            "INSERT OVERWRITE {t} VALUES (" + ROW + ")",
            "INSERT OVERWRITE {t} SELECT * FROM {t}",
            "INSERT INTO {t} REPLACE WHERE id = 1 VALUES (1, 'x', 'eng', 1, 's')",
            "FROM VALUES (" + ROW + ") INSERT INTO {t} SELECT *",
            "DELETE FROM {t}",
            "DELETE FROM {t} WHERE id = 1",
            "DELETE FROM {t} WHERE dept = 'ops'",
            "DELETE FROM {t} WHERE ssn = '333-44-5555'",
            "DELETE FROM {t} WHERE id IN (SELECT id FROM {t} WHERE dept = 'eng')",
            "DELETE FROM {t} WHERE false",
            "UPDATE {t} SET dept = 'x'",
            "UPDATE {t} SET dept = 'x' WHERE id = 1",
            "UPDATE {t} SET ssn = name WHERE id = 1",
            "UPDATE {t} SET name = ssn WHERE id = 1",
            "UPDATE {t} SET dept = 'x' WHERE id = 4711",
            "TRUNCATE TABLE {t}",
            "MERGE INTO {t} t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED THEN DELETE",
            "MERGE INTO {t} t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET name = t.ssn",
            "MERGE INTO {t} t USING (SELECT 9 AS id) s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)",
            "MERGE INTO {t} t USING (SELECT 1 AS id) s ON t.id = s.id WHEN NOT MATCHED BY SOURCE THEN DELETE",
            "MERGE INTO {t} t USING (SELECT 1 AS id) s ON t.id = s.id WHEN NOT MATCHED BY SOURCE"
                    + " THEN UPDATE SET name = t.ssn",
            "MERGE INTO {t} t USING {t} s ON t.id = s.id WHEN MATCHED AND t.dept = 'ops' THEN DELETE",
            "EXECUTE IMMEDIATE 'DELETE FROM {t} WHERE id = 1'",
            "BEGIN DELETE FROM {t} WHERE id = 1; END",
            "WITH c AS (SELECT 9 AS id) INSERT INTO {t} (id) SELECT id FROM c");

    private static final List<String> DEFINITIONS = List.of(
            "ALTER TABLE {t} DROP COLUMN name",
            "ALTER TABLE {t} RENAME COLUMN ssn TO nat_id",
            "ALTER TABLE {t} ADD COLUMN extra STRING",
            "ALTER TABLE {t} ALTER COLUMN salary TYPE BIGINT",
            "ALTER TABLE {t} ALTER COLUMN ssn COMMENT 'x'",
            "ALTER TABLE {t} ALTER COLUMN ssn FIRST",
            "ALTER TABLE {t} REPLACE COLUMNS (id INT)",
            "ALTER TABLE {t} SET TBLPROPERTIES ('write.delete.mode'='copy-on-write')",
            "ALTER TABLE {t} UNSET TBLPROPERTIES IF EXISTS ('x')",
            "ALTER TABLE {t} RENAME TO carbon.lab.elsewhere",
            "ALTER TABLE {t} ADD PARTITION FIELD dept",
            "ALTER TABLE {t} DROP PARTITION FIELD dept",
            "ALTER TABLE {t} REPLACE PARTITION FIELD dept WITH name",
            "ALTER TABLE {t} WRITE ORDERED BY id",
            "ALTER TABLE {t} WRITE DISTRIBUTED BY PARTITION",
            "ALTER TABLE {t} SET IDENTIFIER FIELDS id",
            "ALTER TABLE {t} DROP IDENTIFIER FIELDS id",
            "ALTER TABLE {t} CREATE BRANCH b",
            "ALTER TABLE {t} CREATE TAG b",
            "ALTER TABLE {t} CREATE OR REPLACE BRANCH main",
            "ALTER TABLE {t} DROP BRANCH main",
            "ALTER TABLE {t} SET LOCATION '/x'",
            "ALTER TABLE {t} ADD PARTITION (dept='x')",
            "ALTER TABLE {t} DROP PARTITION (dept='eng')",
            "COMMENT ON TABLE {t} IS 'x'",
            "CREATE OR REPLACE TABLE {t} (id INT, dept STRING) USING iceberg",
            "CREATE OR REPLACE TABLE {t} USING iceberg AS SELECT 1 AS id, 'eng' AS dept",
            "REPLACE TABLE {t} USING iceberg AS SELECT 1 AS id, 'eng' AS dept",
            "DROP TABLE {t}",
            "DROP TABLE {t} PURGE");

    private static final List<String> COMMANDS = List.of(
            "write_operation { input { {r} } table { table_name: \"{t}\" save_method: TABLE_SAVE_METHOD_INSERT_INTO }"
                    + " mode: SAVE_MODE_APPEND }",
            "write_operation { input { {r} } table { table_name: \"{t}\" save_method: TABLE_SAVE_METHOD_INSERT_INTO }"
                    + " mode: SAVE_MODE_OVERWRITE }",
            "write_operation { input { {r} } table { table_name: \"{t}\" save_method: TABLE_SAVE_METHOD_SAVE_AS_TABLE }"
                    + " source: \"iceberg\" mode: SAVE_MODE_APPEND }",
            "write_operation { input { {r} } table { table_name: \"{t}\" save_method: TABLE_SAVE_METHOD_SAVE_AS_TABLE }"
                    + " source: \"iceberg\" mode: SAVE_MODE_OVERWRITE }",
            "write_operation_v2 { input { {r} } table_name: \"{t}\" mode: MODE_APPEND }",
            "write_operation_v2 { input { {r} } table_name: \"{t}\" mode: MODE_OVERWRITE_PARTITIONS }",
            "write_operation_v2 { input { {r} } table_name: \"{t}\" mode: MODE_OVERWRITE overwrite_condition {"
                    + " expression_string { expression: \"id = 1\" } } }",
            "write_operation_v2 { input { {r} } table_name: \"{t}\" provider: \"iceberg\" mode: MODE_REPLACE }",
            "write_operation_v2 { input { {r} } table_name: \"{t}\" provider: \"iceberg\" mode: MODE_CREATE_OR_REPLACE }",
            "merge_into_table_command { target_table_name: \"{t}\" source_table_plan { subquery_alias { input { {r} }"
                    + " alias: \"s\" } } merge_condition { expression_string { expression: \"{t}.id = s.id\" } }"
                    + " match_actions { merge_action { action_type: ACTION_TYPE_DELETE } } }");

    private static final String SOURCE =
            Wire.query("SELECT 1 AS id, 'x' AS name, 'eng' AS dept, 1 AS salary, 's' AS ssn");

    static Stream<String> modes() {
        return Stream.of("copy-on-write", "merge-on-read");
    }

    private static Lab table(Engine engine, String mode) {
        return Lab.table(engine, "written_" + mode.replace('-', '_'), Lab.changedBy(mode));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void T27_no_statement_of_a_restricted_principal_changes_a_row(String mode, Engine engine) {
        Lab lab = table(engine, mode);
        List<String> before = lab.content();
        Map<String, String> passed = new TreeMap<>();
        for (String statement :
                Stream.concat(STATEMENTS.stream(), DEFINITIONS.stream()).toList()) {
            for (String principal : RESTRICTED) {
                Answer answer = engine.as(principal).sql(statement.replace("{t}", lab.name()));
                if (!isRefusal(answer.errorClass())) {
                    passed.put(principal + ": " + statement, answer.text());
                }
            }
        }

        assertThat(passed).isEmpty();
        assertThat(lab.content()).isEqualTo(before);
        assertThat(engine.as("bob")
                        .sql("SELECT id, ssn FROM " + lab.name() + " ORDER BY id")
                        .rows())
                .containsExactly("[1,\"nnn-nn-3333\"]", "[2,\"nnn-nn-4444\"]", "[5,null]");
    }

    private static boolean isRefusal(String errorClass) {
        return List.of(
                        "CARBON_WRITE_DENIED",
                        "CARBON_ACCESS_DENIED",
                        "CARBON_PATH_DENIED",
                        "CARBON_NOT_GOVERNABLE",
                        "CARBON_METADATA_DENIED")
                .contains(errorClass);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void T27_no_writer_of_a_restricted_principal_changes_a_row(String mode, Engine engine) {
        Lab lab = table(engine, mode);
        List<String> before = lab.content();
        for (String command : COMMANDS) {
            for (String principal : RESTRICTED) {
                Answer answer = engine.wire(principal)
                        .command(command.replace("{t}", lab.name()).replace("{r}", SOURCE));

                assertThat(answer.message())
                        .as("%s", answer)
                        .containsAnyOf("CARBON_WRITE_DENIED", "CARBON_ACCESS_DENIED");
            }
        }

        assertThat(lab.content()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("modes")
    void T27_control_the_exempt_write_in_the_same_shapes(String mode, Engine engine) {
        Lab lab = table(engine, mode);
        for (String statement : STATEMENTS) {
            Answer answer = engine.as("alice").sql(statement.replace("{t}", lab.name()));

            assertThat(answer.errorClass()).as("%s", answer).isEmpty();
        }
        for (String command : COMMANDS) {
            Answer answer = engine.wire("alice")
                    .command(command.replace("{t}", lab.name()).replace("{r}", SOURCE));

            assertThat(answer.status()).as("%s", answer).isEqualTo("OK");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ssn", "name", "dept"})
    void T26_a_copy_holds_what_its_author_saw(String column, Engine engine) {
        Lab lab = Lab.table(engine, "copied", "");
        Map<String, String> seen = new TreeMap<>();
        for (String principal : List.of("bob", "carol")) {
            String copy = "carbon.hr.copy_of_" + principal;
            engine.as("alice").sql("DROP TABLE IF EXISTS " + copy);
            assertThat(engine.as(principal)
                            .sql("CREATE TABLE " + copy + " USING iceberg AS SELECT id, " + column + " FROM "
                                    + lab.name())
                            .errorClass())
                    .isEmpty();
            assertThat(engine.as(principal)
                            .sql("INSERT INTO " + copy + " SELECT id, " + column + " FROM " + lab.name())
                            .errorClass())
                    .isEmpty();
            assertThat(engine.as(principal)
                            .sql("MERGE INTO " + copy + " c USING " + lab.name()
                                    + " s ON c.id = s.id AND s.ssn LIKE '1%'"
                                    + " WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, " + column
                                    + ") VALUES (s.id, s." + column + ")")
                            .errorClass())
                    .isEmpty();
            String shown = engine.as(principal)
                    .sql("SELECT id, " + column + " FROM " + lab.name() + " ORDER BY id")
                    .rows()
                    .toString();
            assertThat(engine.as("alice")
                            .sql("SELECT DISTINCT * FROM " + copy + " ORDER BY id")
                            .rows()
                            .toString())
                    .isEqualTo(shown);
            seen.put(principal, shown);
            engine.as("alice").sql("DROP TABLE " + copy);
        }

        assertThat(seen.get("bob")).isNotEqualTo(seen.get("carol"));
    }

    @Test
    void T26_nobody_copies_what_he_may_not_read(Engine engine) {
        Lab lab = Lab.table(engine, "uncopied", "");
        for (String statement : List.of(
                "CREATE TABLE carbon.hr.copy_of_dan USING iceberg AS SELECT * FROM " + lab.name(),
                "CREATE OR REPLACE TABLE carbon.hr.copy_of_dan USING iceberg AS SELECT * FROM " + lab.name(),
                "CREATE TEMPORARY VIEW dans AS SELECT * FROM " + lab.name(),
                "DECLARE OR REPLACE VARIABLE stolen STRING DEFAULT (SELECT max(ssn) FROM " + lab.name() + ")",
                "EXECUTE IMMEDIATE 'SELECT max(ssn) FROM " + lab.name() + "'")) {
            assertThat(engine.as("dan").sql(statement).errorClass())
                    .as(statement)
                    .isEqualTo("CARBON_ACCESS_DENIED");
        }
        assertThat(engine.as("alice")
                        .sql("SHOW TABLES IN carbon.hr LIKE 'copy_of_dan'")
                        .rows())
                .isEmpty();
    }
}
