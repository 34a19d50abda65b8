package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.Lab;
import io.paladio.carbon.suite.fixture.SharedWriters;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S12, T27 under {@code dml.restricted=check}, through a real server: bob, who sees engineering alone and no number as it is, changes
 * what he sees. Shapes and forms of tables by themselves are held by {@code RestrictedWritesTest}.
 */
@ExtendWith(SharedWriters.class)
class CheckedWritesTest {
    private static final String HIDDEN =
            "[3,\"Linus\",\"ops\",90,\"333-44-5555\"], [4,\"Barbara\",\"hr\",100,\"444-55-6666\"],"
                    + " [6,\"Edsger\",null,110,\"666-77-8888\"], [7,\"Ken\",\"ops\",null,\"777-88-9999\"]";

    private static Engine engine;

    @BeforeAll
    static void start(Engine shared) {
        engine = shared;
    }

    private static Lab table(String mode) {
        return Lab.table(engine, "checked_" + mode.replace('-', '_'), Lab.changedBy(mode));
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void S12_T27_what_is_seen_is_changed_and_what_is_hidden_stays(String mode) {
        Lab lab = table(mode);

        passes(lab, "UPDATE {t} SET salary = 1 / (coalesce(salary, 0) - 90) + id WHERE ssn LIKE 'nnn%' OR id > 2");
        passes(lab, "UPDATE {t} SET name = ssn WHERE id = 1");
        passes(lab, "DELETE FROM {t} WHERE id IN (2, 3)");
        passes(
                lab,
                "MERGE INTO {t} t USING (SELECT 8 AS id, 'Kay' AS name) s ON t.id = s.id WHEN NOT MATCHED THEN INSERT"
                        + " (id, name, dept) VALUES (s.id, s.name, 'eng') WHEN NOT MATCHED BY SOURCE AND t.id > 5 THEN DELETE");
        passes(lab, "INSERT INTO {t} VALUES (9, 'Alan', 'eng', 1, '999-99-9999')");

        assertThat(rows(lab, "dept = 'eng'"))
                .isEqualTo("[[1,\"nnn-nn-3333\",\"eng\",1,\"111-22-3333\"], [5,null,\"eng\",4,null],"
                        + " [8,\"Kay\",\"eng\",null,null], [9,\"Alan\",\"eng\",1,\"999-99-9999\"]]");
        assertThat(rows(lab, "NOT (dept <=> 'eng')")).isEqualTo("[" + HIDDEN + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void S12_T27_a_row_that_its_writer_would_not_see_is_refused_and_nothing_is_written(String mode) {
        Lab lab = table(mode);
        List<String> before = lab.content();

        for (String statement : List.of(
                "INSERT INTO {t} VALUES (9, 'x', 'eng', 1, 's'), (10, 'secret', 'hr', 1, 's')",
                "INSERT INTO {t} (id) VALUES (9)",
                "UPDATE {t} SET dept = 'ops' WHERE id = 1",
                "UPDATE {t} SET dept = NULL",
                "MERGE INTO {t} t USING (SELECT 9 AS id) s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)",
                "MERGE INTO {t} t USING (SELECT 1 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET dept = 'hr'")) {
            Answer answer = engine.as("bob").sql(statement.replace("{t}", lab.name()));

            assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_ROW_CHECK_FAILED");
            assertThat(answer.message()).contains("SQLSTATE: 44000").doesNotContain("secret", "'eng'", "TID");
        }
        assertThat(lab.content()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void S12_T27_what_is_no_change_of_visible_rows_stays_refused(String mode) {
        Lab lab = table(mode);
        List<String> before = lab.content();

        for (String statement : List.of(
                "UPDATE {t} SET ssn = 'x' WHERE id = 1",
                "INSERT INTO {t} SELECT * FROM {t}",
                "INSERT OVERWRITE {t} VALUES (9, 'x', 'eng', 1, 's')",
                "INSERT INTO {t} REPLACE WHERE id = 1 VALUES (1, 'x', 'eng', 1, 's')",
                "TRUNCATE TABLE {t}",
                "ALTER TABLE {t} DROP COLUMN name",
                "ALTER TABLE {t} SET TBLPROPERTIES ('write.delete.mode'='copy-on-write')",
                "ALTER TABLE {t} ADD PARTITION FIELD dept",
                "ALTER TABLE {t} DROP PARTITION (dept='eng')",
                "CREATE OR REPLACE TABLE {t} USING iceberg AS SELECT 1 AS id, 'eng' AS dept",
                "DROP TABLE {t}")) {
            Answer answer = engine.as("bob").sql(statement.replace("{t}", lab.name()));

            assertThat(answer.errorClass()).as("%s", answer).isIn("CARBON_WRITE_DENIED", "CARBON_NOT_GOVERNABLE");
        }
        for (String statement : List.of("DELETE FROM {t} WHERE id = 1", "INSERT INTO {t} (id) VALUES (1)")) {
            assertThat(engine.as("dan")
                            .sql(statement.replace("{t}", lab.name()))
                            .errorClass())
                    .isEqualTo("CARBON_ACCESS_DENIED");
        }
        assertThat(lab.content()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void S12_T27_data_frames_write_as_statements_do(String mode) {
        Lab lab = table(mode);
        String row = Wire.query("SELECT 8 AS id, 'Kay' AS name, 'eng' AS dept, 1 AS salary, 's' AS ssn");
        String other = Wire.query("SELECT 8 AS id, 'Kay' AS name, 'hr' AS dept, 1 AS salary, 's' AS ssn");
        String append =
                "write_operation_v2 { input { {r} } table_name: \"{t}\" mode: MODE_APPEND }".replace("{t}", lab.name());
        String merge = ("merge_into_table_command { target_table_name: \"{t}\" source_table_plan { subquery_alias {"
                        + " input { {r} } alias: \"s\" } } merge_condition { expression_string { expression: \"{t}.id = s.id\" } }"
                        + " match_actions { merge_action { action_type: ACTION_TYPE_DELETE } } }")
                .replace("{t}", lab.name());
        String overwrite = "write_operation_v2 { input { {r} } table_name: \"{t}\" mode: MODE_OVERWRITE_PARTITIONS }"
                .replace("{t}", lab.name());

        assertThat(command(append, other).message()).contains("CARBON_ROW_CHECK_FAILED");
        assertThat(command(overwrite, row).message()).contains("CARBON_WRITE_DENIED");
        assertThat(rows(lab, "id = 8")).isEqualTo("[]");
        assertThat(command(append, row).status()).isEqualTo("OK");
        assertThat(rows(lab, "id = 8")).isEqualTo("[[8,\"Kay\",\"eng\",1,\"s\"]]");
        assertThat(command(merge, row).status()).isEqualTo("OK");
        assertThat(rows(lab, "id = 8")).isEqualTo("[]");
        assertThat(rows(lab, "NOT (dept <=> 'eng')")).isEqualTo("[" + HIDDEN + "]");
    }

    @Test
    void S5_T27_nobody_lifts_his_own_mask_by_what_he_writes_beside_it() {
        Lab lab = table("merge-on-read");
        List<String> before = lab.content();

        for (String statement : List.of(
                "UPDATE {t} SET SSN = 'x' WHERE id = 1",
                "MERGE INTO {t} t USING {t} s ON t.id = s.id + 100 WHEN NOT MATCHED THEN INSERT (id, dept, Ssn) VALUES (99, 'eng', s.ssn)")) {
            assertThat(engine.as("bob")
                            .sql(statement.replace("{t}", lab.name()))
                            .errorClass())
                    .as(statement)
                    .isEqualTo("CARBON_WRITE_DENIED");
        }
        assertThat(lab.content()).isEqualTo(before);
    }

    @Test
    void S16_T20_whether_a_file_that_went_held_hidden_rows_as_well_is_not_told() {
        Lab lab = table("copy-on-write");
        passes(lab, "INSERT INTO {t} VALUES (9, 'Alan', 'eng', 1, '999-99-9999')");
        passes(lab, "DELETE FROM {t} WHERE id = 9");
        String operations = "SELECT DISTINCT operation FROM " + lab.name() + ".snapshots ORDER BY 1";

        assertThat(lab.asAlice(operations).rows()).contains("[\"delete\"]");
        assertThat(engine.as("bob").sql(operations).rows()).containsExactly("[\"append\"]", "[\"overwrite\"]");
    }

    private static Answer command(String command, String rows) {
        return engine.wire("bob").command(command.replace("{r}", rows));
    }

    private static void passes(Lab lab, String statement) {
        Answer answer = engine.as("bob").sql(statement.replace("{t}", lab.name()));
        assertThat(answer.errorClass()).as("%s", answer).isEmpty();
    }

    private static String rows(Lab lab, String which) {
        return lab.asAlice("SELECT * FROM " + lab.name() + " WHERE " + which + " ORDER BY id")
                .rows()
                .toString();
    }
}
