package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a table or column is spelt, it is the same one under the same policy, or it is not found. */
@ExtendWith(SharedEngine.class)
class SpellingCasesTest {
    private static final String TABLE = "carbon.cases.spelt";

    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE + " AS SELECT 1 AS id, '111-22-3333' AS ssn, 'eng' AS Dept"
                        + " UNION ALL SELECT 2, '222-33-4444', 'ops'");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.filter(TABLE, "DEPT = 'eng'");
        policies.mask(TABLE, "SSN", "show-last-4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ssn FROM $t",
                "SELECT SSN FROM $t",
                "SELECT Ssn FROM $t",
                "SELECT `SSN` FROM $t",
                "SELECT T.sSN FROM $t AS t",
                "SELECT SSN FROM (SELECT ssn FROM $t)",
                "SELECT max(SSN) FROM $t WHERE SSN IS NOT NULL GROUP BY SSN",
                "WITH c(SSN) AS (SELECT ssn FROM $t) SELECT ssn FROM c"
            })
    void case_11_a_column_is_masked_in_any_spelling(String query, Engine engine) {
        assertThat(rows(engine.as("bob"), query.replace("$t", TABLE))).containsExactly("[\"nnn-nn-3333\"]");
        assertThat(rows(engine.as("alice"), query.replace("$t", TABLE))).hasSize(2);
    }

    @Test
    void case_11_so_it_is_where_case_counts(Engine engine) {
        try (SqlClient bob = engine.newSession("bob")) {
            done(bob, "SET spark.sql.caseSensitive=true");

            assertThat(rows(bob, "SELECT ssn FROM " + TABLE)).containsExactly("[\"nnn-nn-3333\"]");
            assertThat(rows(bob, "SELECT count(*) FROM " + TABLE)).containsExactly("[1]");
            assertThat(bob.sql("SELECT SSN FROM " + TABLE).errorClass()).startsWith("UNRESOLVED_COLUMN");
            assertThat(rows(bob, "SELECT SSN FROM (SELECT ssn AS SSN FROM " + TABLE + ")"))
                    .containsExactly("[\"nnn-nn-3333\"]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ssn AS SSN FROM $t",
                "SELECT Ssn FROM $t",
                "SELECT upper(ssn) AS `ssn` FROM $t",
                "SELECT s AS SSN FROM (SELECT ssn AS s FROM $t)"
            })
    void case_10_a_view_that_spells_a_column_otherwise_shows_its_mask(String definition, Engine engine) {
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW spelling AS " + definition.replace("$t", TABLE));

        assertThat(rows(engine.as("bob"), "SELECT lower(ssn) FROM spelling")).containsExactly("[\"nnn-nn-3333\"]");
        assertThat(rows(engine.as("bob"), "SELECT lower(SSN) FROM SPELLING")).containsExactly("[\"nnn-nn-3333\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"carbon.cases.SPELT", "carbon.CASES.spelt", "CARBON.cases.spelt", "carbon.Cases.Spelt"})
    void case_11_a_table_in_another_spelling_is_not_found(String name, Engine engine) {
        Answer answer = engine.as("bob").sql("SELECT ssn FROM " + name);

        assertThat(answer.isError()).as("%s", answer).isTrue();
        assertThat(answer.message()).doesNotContain("111-22");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "odd.name",
                "with space",
                "a`tick",
                "it's",
                "\"quoted\"",
                "ünïcødé",
                "files",
                "changes",
                "branch_main",
                "tag_x",
                "snapshot_id_1",
                "at_timestamp_1",
                "t#files",
                "a%2Fb"
            })
    void case_8_a_name_is_one_name_whatever_is_in_it(String name, Engine engine) {
        String table = "carbon.cases.`" + name.replace("`", "``") + "`";
        CaseSchema.make(engine, "CREATE TABLE " + table + " AS SELECT 1 AS id, '111-22-3333' AS ssn");
        boolean quoted = name.contains(".") || name.contains("`");
        PolicyFolder.of(engine).mask(quoted ? table : "carbon.cases." + name, "ssn", "show-last-4");

        assertThat(rows(engine.as("bob"), "SELECT ssn FROM " + table)).containsExactly("[\"nnn-nn-3333\"]");
        assertThat(rows(engine.as("alice"), "SELECT ssn FROM " + table)).containsExactly("[\"111-22-3333\"]");
        refused(engine.as("dan"), "SELECT ssn FROM " + table, "CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bob", "alice", "admin", "dan"})
    void case_8_a_table_in_a_schema_of_two_levels_is_refused_whatever_else_has_that_name(
            String principal, Engine engine) {
        Namespace outer = Namespace.of("nest");
        Namespace inner = Namespace.of("nest", "inner");
        var catalog = engine.platform().face().catalog();
        if (!catalog.namespaceExists(inner)) {
            Schema schema = new Schema(Types.NestedField.optional(1, "ssn", Types.StringType.get()));
            catalog.createNamespace(outer);
            catalog.createNamespace(inner);
            catalog.createTable(TableIdentifier.of(outer, "inner"), schema);
            catalog.createTable(TableIdentifier.of(inner, "leaf"), schema);
        }

        refused(engine.as(principal), "SELECT * FROM carbon.nest.inner.leaf", "CARBON_NOT_GOVERNABLE");
        assertThat(rows(engine.as("alice"), "SELECT * FROM carbon.nest.inner")).isEmpty();
    }
}
