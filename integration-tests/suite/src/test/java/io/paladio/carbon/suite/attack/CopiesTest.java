package io.paladio.carbon.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.Wire;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S14, T26: whoever copies a column into a table copies its tags, whichever way he takes; policies that match them where the copy lies
 * bind its readers. The exempt alice copies raw social security numbers, and bob reads the copy.
 */
@ExtendWith(SharedEngine.class)
class CopiesTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String copy = "carbon.hr.copied_ssn" + NUMBER.incrementAndGet();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE {c} USING iceberg AS SELECT id, ssn AS code FROM carbon.hr.t",
                "CREATE TABLE {c} (id INT, code STRING) USING iceberg; INSERT INTO {c} SELECT id, ssn FROM carbon.hr.t",
                "CREATE TABLE {c} (id INT, code STRING) USING iceberg; MERGE INTO {c} c USING carbon.hr.t t ON c.id = t.id"
                        + " WHEN NOT MATCHED THEN INSERT (id, code) VALUES (t.id, t.ssn)",
                "CREATE TABLE {c} USING iceberg AS SELECT 1 AS id, 'none' AS code;"
                        + " UPDATE {c} SET code = (SELECT min(ssn) FROM carbon.hr.t)",
                "BEGIN CREATE TABLE {c} (id INT, code STRING) USING iceberg;"
                        + " EXECUTE IMMEDIATE 'INSERT INTO {c} SELECT id, ssn FROM carbon.hr.t'; END",
                "CREATE OR REPLACE TEMPORARY VIEW over_t AS SELECT id, ssn AS code FROM carbon.hr.t;"
                        + " CREATE TABLE {c} USING iceberg AS SELECT * FROM over_t"
            })
    void S14_T26_a_copy_s_readers_are_under_the_policies_of_what_it_was_made_of(String statements, Engine engine) {
        String[] parts = statements.startsWith("BEGIN") ? new String[] {statements} : statements.split("; ");
        for (String statement : parts) {
            works(engine.as("alice").sql(statement.replace("{c}", copy)));
        }

        assertMasked(engine);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "write_operation_v2 { input { {r} } table_name: \"{t}\" provider: \"iceberg\" mode: MODE_CREATE }",
                "write_operation { input { {r} } table { table_name: \"{t}\" save_method: TABLE_SAVE_METHOD_SAVE_AS_TABLE }"
                        + " source: \"iceberg\" mode: SAVE_MODE_ERROR_IF_EXISTS }"
            })
    void S14_T26_a_data_frame_that_is_written_is_a_copy_as_well(String command, Engine engine) {
        String rows = Wire.query("SELECT id, ssn AS code FROM carbon.hr.t");
        Answer answer =
                engine.wire("alice").command(command.replace("{t}", copy).replace("{r}", rows));

        assertThat(answer.status()).as("%s", answer).isEqualTo("OK");
        assertMasked(engine);
    }

    @Test
    void S14_T26_a_restricted_principal_s_copy_binds_himself(Engine engine) {
        works(engine.as("bob")
                .sql("CREATE TABLE " + copy + " USING iceberg AS SELECT id, ssn AS code FROM carbon.hr.t"));

        assertThat(engine.as("bob")
                        .sql("INSERT INTO " + copy + " VALUES (9, 'x')")
                        .errorClass())
                .isEqualTo("CARBON_WRITE_DENIED");
        works(engine.as("alice").sql("INSERT INTO " + copy + " VALUES (9, '999-99-9999')"));
        assertThat(engine.as("bob")
                        .sql("SELECT code FROM " + copy + " WHERE id = 9")
                        .rows())
                .containsExactly("[\"nnn-nn-9999\"]");
    }

    @Test
    void S14_T26_another_name_takes_no_tags_off(Engine engine) {
        works(engine.as("alice")
                .sql("CREATE TABLE " + copy + "_old USING iceberg AS SELECT ssn AS code FROM carbon.hr.t"));

        works(engine.as("alice").sql("ALTER TABLE " + copy + "_old RENAME TO " + copy));

        assertMasked(engine);
    }

    @Test
    void S14_what_has_no_tags_is_nobody_s_to_mask(Engine engine) {
        works(engine.as("alice")
                .sql("CREATE TABLE " + copy
                        + " USING iceberg AS SELECT id, 'code' AS code FROM carbon.hr.t WHERE ssn > ''"));

        assertThat(engine.as("bob").sql("SELECT DISTINCT code FROM " + copy).rows())
                .containsExactly("[\"code\"]");
    }

    @Test
    void S14_T26_values_of_two_kinds_in_one_column_are_refused_and_no_table_is_left(Engine engine) {
        Answer answer = engine.as("alice")
                .sql("CREATE TABLE " + copy + " USING iceberg AS SELECT concat(name, ssn) AS code FROM carbon.hr.t");

        assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_NOT_GOVERNABLE");
        assertThat(answer.message()).contains("column code").doesNotContain("pii");
        assertThat(engine.as("alice").sql("SHOW TABLES IN carbon.hr").rows().toString())
                .doesNotContain(copy.substring(copy.lastIndexOf('.') + 1) + "\"");
    }

    private void assertMasked(Engine engine) {
        String shape = "SELECT DISTINCT code LIKE 'nnn-nn-%' FROM " + copy + " WHERE code IS NOT NULL";

        assertThat(engine.as("alice").sql(shape).rows()).containsExactly("[false]");
        assertThat(engine.as("bob").sql(shape).rows()).containsExactly("[true]");
    }

    private static void works(Answer answer) {
        assertThat(answer.isError()).as("%s", answer).isFalse();
    }
}
