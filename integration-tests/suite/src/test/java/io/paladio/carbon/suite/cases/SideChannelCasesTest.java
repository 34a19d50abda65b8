package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.store.ReadJournal;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a query does, says and reads depends on nothing that its author can't see. */
@ExtendWith(SharedEngine.class)
class SideChannelCasesTest {
    private static final String TABLE = "carbon.cases.listened";

    @BeforeAll
    static void one_file_a_row(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE + " (id INT, name STRING, dept STRING, ssn STRING, pay INT)",
                "INSERT INTO " + TABLE + " VALUES (1, 'Ada', 'eng', '111-22-3333', 10)",
                "INSERT INTO " + TABLE + " VALUES (2, 'Grace', 'eng', '222-33-4444', 20)",
                "INSERT INTO " + TABLE + " VALUES (3, 'Piet', 'ops', '333-44-5555', 30)",
                "INSERT INTO " + TABLE + " VALUES (4, 'Edsger', null, '444-55-6666', 40)");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.filter(TABLE, "dept = 'eng'");
        policies.mask(TABLE, "name", "mask-alphanum");
        policies.mask(TABLE, "ssn", "show-last-4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM $t WHERE id = 3 AND 1 / (id - 3) = 0",
                "SELECT id FROM $t WHERE 1 / (id - 3) < 10",
                "SELECT id, 1 / (pay - 30) FROM $t",
                "SELECT count(*), 1 / (pay - 40) AS x FROM $t GROUP BY 1 / (pay - 40)",
                "SELECT id FROM $t ORDER BY 1 / (pay - 30)",
                "SELECT id, sum(1 / (pay - 30)) OVER (PARTITION BY dept) FROM $t",
                "SELECT a.id FROM $t a JOIN $t b ON a.id = b.id AND 1 / (b.id - 3) < 10",
                "SELECT id FROM $t WHERE id IN (SELECT id FROM $t WHERE 1 / (id - 3) < 10)",
                "SELECT id FROM $t WHERE element_at(array(1, 2), id) > 0",
                "SELECT CAST(pay * 71582788 AS INT) FROM $t WHERE id < 3 OR id > 2",
                "SELECT id FROM $t WHERE to_date(if(dept IS NULL, 'no date', '2024-01-01')) IS NOT NULL",
                "SELECT if(dept = 'ops', raise_error(name), id) FROM $t",
                "SELECT id FROM $t WHERE assert_true(coalesce(dept, '') <> '') IS NULL",
                "SELECT max(if(id = 4, CAST(name AS INT), 0)) FROM $t"
            })
    void case_109_case_110_a_hidden_row_makes_no_error(String query, Engine engine) {
        String sql = query.replace("$t", TABLE);

        assertThat(engine.as("bob").sql(sql).isError()).isFalse();
        assertThat(engine.as("alice").sql(sql).isError())
                .as("the row that makes the error is there")
                .isTrue();
    }

    @Test
    void case_109_neither_does_one_where_nothing_adapts(Engine engine) {
        try (SqlClient bob = engine.newSession("bob")) {
            rows(bob, "SET spark.sql.adaptive.enabled=false");
            rows(bob, "SET spark.sql.codegen.wholeStage=false");

            assertThat(rows(bob, "SELECT id FROM " + TABLE + " WHERE id = 3 AND 1 / (id - 3) = 0"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM $t WHERE CAST(name AS INT) > 0",
                "SELECT CAST(ssn AS DATE) FROM $t",
                "SELECT raise_error(name || ssn) FROM $t",
                "SELECT to_number(ssn, '999') FROM $t",
                "SELECT CAST(concat(name, '/', ssn) AS TIMESTAMP) FROM $t"
            })
    void case_110_an_error_shows_masked_values_alone(String query, Engine engine) {
        Answer masked = engine.as("bob").sql(query.replace("$t", TABLE));
        Answer raw = engine.as("alice").sql(query.replace("$t", TABLE));

        assertThat(masked.isError()).as("%s", masked).isTrue();
        assertThat(masked.message())
                .doesNotContain("Ada")
                .doesNotContain("Grace")
                .doesNotContain("Piet")
                .doesNotContain("111-22")
                .doesNotContain("222-33");
        assertThat(raw.message()).containsPattern("Ada|Grace|Piet|Edsger|111-22|222-33|333-44|444-55");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM $t WHERE exists(array(ssn), s -> s = '111-22-3333')",
                "SELECT id FROM $t WHERE aggregate(array(ssn), '', (a, s) -> concat(a, s)) LIKE '111%'",
                "SELECT id FROM $t WHERE try_divide(1, if(ssn = '111-22-3333', 1, 0)) = 1"
            })
    void case_112_functions_of_the_user_see_what_is_above_the_policy(String query, Engine engine) {
        assertThat(rows(engine.as("bob"), query.replace("$t", TABLE))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TEMPORARY FUNCTION py_udf AS 'x.Y'",
                "CREATE TEMPORARY FUNCTION py_udf(s STRING) RETURNS BOOLEAN RETURN s = 'x'"
            })
    void case_112_functions_in_code_are_refused(String definition, Engine engine) {
        refused(engine.as("bob"), definition, "CARBON_CODE_DENIED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXPLAIN SELECT * FROM $t",
                "EXPLAIN EXTENDED SELECT * FROM $t WHERE pay > 10",
                "EXPLAIN FORMATTED SELECT * FROM $t",
                "EXPLAIN CODEGEN SELECT count(*) FROM $t",
                "EXPLAIN COST SELECT * FROM $t",
                "EXPLAIN EXTENDED SELECT id FROM $t WHERE id IN (SELECT id FROM $t)",
                "EXPLAIN EXTENDED WITH c AS (SELECT * FROM $t) SELECT * FROM c JOIN c d USING (id)",
                "EXPLAIN EXTENDED CREATE TABLE carbon.cases.explained AS SELECT * FROM $t",
                "EXPLAIN EXTENDED SELECT * FROM $t UNION ALL SELECT * FROM $t LIMIT 1"
            })
    void case_113_case_115_a_plan_shows_neither_policy_nor_size(String explain, Engine engine) {
        Answer answer = engine.as("bob").sql(explain.replace("$t", TABLE));
        String text = answer.json().toString();

        assertThat(answer.isError()).as("%s", answer).isFalse();
        assertThat(text).contains("PolicyFilter").contains("PolicyMask");
        assertThat(text)
                .doesNotContainPattern("\\beng\\b")
                .doesNotContain("sizeInBytes")
                .doesNotContain("rowCount")
                .doesNotContain("static_invoke")
                .doesNotContain("s3:");
        assertThat(engine.as("alice")
                        .sql("EXPLAIN COST SELECT * FROM " + TABLE)
                        .json()
                        .toString())
                .contains("sizeInBytes");
    }

    @Test
    void case_115_a_changed_policy_holds_for_the_next_statement_whatever_was_planned(Engine engine) {
        String query = "SELECT count(*) FROM carbon.cases.replanned";
        CaseSchema.make(engine, "CREATE TABLE carbon.cases.replanned AS SELECT id FROM range(10)");
        rows(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW planned AS " + query);
        for (int limit = 1; limit <= 3; limit++) {
            PolicyFolder.of(engine).filter("carbon.cases.replanned", "id < " + limit);

            assertThat(rows(engine.as("bob"), query)).containsExactly("[" + limit + "]");
            assertThat(rows(engine.as("bob"), "SELECT * FROM planned")).containsExactly("[" + limit + "]");
        }
        PolicyFolder.of(engine).remove(PolicyFolder.id("carbon.cases.replanned", "rows"));
        assertThat(rows(engine.as("bob"), query)).containsExactly("[10]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssn = '111-22-3333'",
                "ssn LIKE '111%'",
                "ssn IN ('111-22-3333', '222-33-4444')",
                "ssn > '400'",
                "ssn IS NULL",
                "name = 'Ada'",
                "startswith(name, 'A') AND id > 0"
            })
    void case_65_a_predicate_on_a_masked_column_prunes_no_file(String predicate, Engine engine) {
        String query = "SELECT id FROM " + TABLE + " WHERE " + predicate;

        assertThat(files(engine, "bob", query)).isEqualTo(files(engine, "bob", "SELECT id, ssn, name FROM " + TABLE));
        assertThat(rows(engine.as("bob"), query.replace("ssn > '400'", "ssn < '400'")))
                .isEmpty();
    }

    @Test
    void case_65_control_raw_values_prune_files_for_whom_they_are_no_secret(Engine engine) {
        assertThat(files(engine, "alice", "SELECT id FROM " + TABLE + " WHERE ssn = '111-22-3333'"))
                .hasSize(1);
    }

    private static List<String> files(Engine engine, String principal, String query) {
        try (ReadJournal journal = engine.platform().store().journal()) {
            rows(engine.as(principal), query);
            return journal.dataFiles();
        }
    }
}
