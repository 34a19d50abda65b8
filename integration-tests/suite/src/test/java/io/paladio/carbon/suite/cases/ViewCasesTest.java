package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Temporary views: each read of one is a read of what lies below it, under the reader's own policies. */
@ExtendWith(SharedEngine.class)
class ViewCasesTest {
    private static final String TABLE = "carbon.cases.viewed";

    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE
                        + " AS SELECT * FROM VALUES (1, '111-22-3333', 'eng', 10), (2, '222-33-4444', 'eng', 30),"
                        + " (3, '333-44-5555', 'ops', 90) AS v(id, ssn, dept, pay)");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.filter(TABLE, "dept = 'eng'");
        policies.mask(TABLE, "ssn", "show-last-4");
        for (String person : new String[] {"bob", "alice"}) {
            done(engine.as(person), "CREATE OR REPLACE TEMPORARY VIEW mv AS SELECT id, ssn, pay FROM " + TABLE);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, ssn FROM mv WHERE id = 1 UNION ALL SELECT id, ssn FROM mv WHERE id = 2",
                "SELECT id, ssn FROM mv WHERE id = 1 UNION SELECT id, ssn FROM (SELECT * FROM mv) WHERE id > 1",
                "SELECT a.id, b.ssn FROM mv a JOIN mv b USING (id)",
                "SELECT id, ssn FROM mv WHERE id IN (SELECT id FROM mv)",
                "WITH c AS (SELECT * FROM mv) SELECT id, ssn FROM c WHERE id = 1 UNION ALL SELECT id, ssn FROM c WHERE id <> 1"
            })
    void case_73_a_view_over_a_view_is_analysed_and_masked(String definition, Engine engine) {
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW u AS " + definition);

        assertThat(rows(engine.as("bob"), "SELECT * FROM u"))
                .containsExactly("[1,\"nnn-nn-3333\"]", "[2,\"nnn-nn-4444\"]");
        assertThat(rows(engine.as("alice"), definition)).contains("[1,\"111-22-3333\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM $t WHERE pay >= (SELECT max(pay) FROM $t)",
                "SELECT max(id) AS id FROM $t WHERE EXISTS (SELECT 1 FROM $t b WHERE b.pay = 30)",
                "SELECT id FROM $t a WHERE pay = (SELECT max(pay) FROM $t b WHERE b.dept = a.dept)"
            })
    void case_88_a_sub_query_within_a_view_sees_what_its_reader_sees(String definition, Engine engine) {
        String query = definition.replace("$t", TABLE);
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW inner_query AS " + query);
        done(engine.as("alice"), "CREATE OR REPLACE TEMPORARY VIEW inner_query AS " + query);

        assertThat(rows(engine.as("bob"), "SELECT id FROM inner_query")).containsExactly("[2]");
        assertThat(rows(engine.as("alice"), "SELECT max(id) FROM inner_query")).containsExactly("[3]");
    }

    @Test
    void case_91_nobody_reads_through_a_view_what_is_not_granted(Engine engine) {
        refused(
                engine.as("dan"),
                "CREATE OR REPLACE TEMPORARY VIEW seen AS SELECT * FROM " + TABLE,
                "CARBON_ACCESS_DENIED");
        assertThat(engine.as("dan").sql("SELECT * FROM mv").errorClass()).startsWith("TABLE_OR_VIEW_NOT_FOUND");
    }

    @Test
    void case_91_a_view_is_refused_once_its_tables_grant_is_gone(Engine engine) {
        CaseSchema.make(engine, "CREATE TABLE carbon.cases.revoked AS SELECT 1 AS id");
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW stale AS SELECT id FROM carbon.cases.revoked");
        assertThat(rows(engine.as("bob"), "SELECT * FROM stale")).containsExactly("[1]");

        PolicyFolder.of(engine).deny("carbon.cases.revoked", "bob");

        refused(engine.as("bob"), "SELECT * FROM stale", "CARBON_ACCESS_DENIED");
    }

    @Test
    void case_127_views_that_name_each_other_are_an_error(Engine engine) {
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW v2 AS SELECT id FROM " + TABLE);
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW v1 AS SELECT id FROM v2");

        assertThat(engine.as("bob")
                        .sql("CREATE OR REPLACE TEMPORARY VIEW v2 AS SELECT id FROM v1")
                        .errorClass())
                .startsWith("RECURSIVE_VIEW");
        assertThat(rows(engine.as("bob"), "SELECT count(*) FROM v1")).containsExactly("[2]");
    }

    @Test
    void case_127_views_nested_deeply_are_read_or_refused_and_the_server_lives(Engine engine) {
        done(engine.as("bob"), "CREATE OR REPLACE TEMPORARY VIEW deep0 AS SELECT id, ssn FROM " + TABLE);
        for (int depth = 1; depth <= 30; depth++) {
            done(
                    engine.as("bob"),
                    "CREATE OR REPLACE TEMPORARY VIEW deep" + depth + " AS SELECT id, ssn FROM deep" + (depth - 1));
        }
        assertThat(rows(engine.as("bob"), "SELECT ssn FROM deep30"))
                .containsExactly("[\"nnn-nn-3333\"]", "[\"nnn-nn-4444\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"named-table", "filtered", "sql", "sub-query"})
    void case_H_a_view_of_a_data_frame_is_masked_for_its_reader(String kind, Engine engine) {
        String session = UUID.randomUUID().toString();
        String token = engine.token("bob");

        assertThat(engine.hostile()
                        .call("view", token, "bob", session, "frame", kind, TABLE)
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("OK");
        assertThat(engine.hostile()
                        .call("sql", token, "bob", session, "SELECT id, ssn FROM frame ORDER BY id")
                        .rows())
                .containsExactly("[\"1\",\"nnn-nn-3333\"]", "[\"2\",\"nnn-nn-4444\"]");
        assertThat(engine.hostile()
                        .call(
                                "view",
                                engine.token("dan"),
                                "dan",
                                UUID.randomUUID().toString(),
                                "frame",
                                kind,
                                TABLE)
                        .message())
                .contains("CARBON_ACCESS_DENIED");
    }
}
