package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A policy binds, or its table is refused: none is on the books and without effect. */
@ExtendWith(SharedEngine.class)
class PolicyCasesTest {
    private static final String TABLE = "carbon.cases.bound";
    private static final String QUERY = "SELECT id, ssn FROM " + TABLE;
    private static final String ID = "pol_case";
    private static final ObjectMapper JSON = new ObjectMapper();

    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE + " AS SELECT 1 AS id, '111-22-3333' AS ssn, 'eng' AS dept"
                        + " UNION ALL SELECT 2, '222-33-4444', 'ops'",
                "CREATE TABLE carbon.cases.named_by_it AS SELECT 1 AS id");
    }

    @AfterEach
    void no_policy_is_left(Engine engine) {
        PolicyFolder.of(engine).remove(ID);
        assertThat(rows(engine.as("bob"), QUERY)).hasSize(2);
    }

    private static ObjectNode mask() {
        ObjectNode policy = PolicyFolder.policy(TABLE, ID, "column_mask");
        policy.withArray("columns")
                .addObject()
                .put("alias", "c")
                .putObject("match")
                .put("name", "ssn");
        policy.put("on", "c").putObject("mask").put("kind", "show-last-4");
        return policy;
    }

    private static ObjectNode filter(String sql) {
        ObjectNode policy = PolicyFolder.policy(TABLE, ID, "row_filter");
        policy.putObject("expression").put("lang", "spark-sql-restricted/1").put("sql", sql);
        return policy;
    }

    private static ObjectNode changed(ObjectNode policy, String pointer, String json) {
        int last = pointer.lastIndexOf('/');
        try {
            ((ObjectNode) policy.at(pointer.substring(0, last))).set(pointer.substring(last + 1), JSON.readTree(json));
        } catch (java.io.IOException malformed) {
            throw new java.io.UncheckedIOException(malformed);
        }
        return policy;
    }

    @Test
    void case_130_control_the_policies_that_the_tests_below_spoil_bind(Engine engine) {
        PolicyFolder.of(engine).put(mask());
        assertThat(rows(engine.as("bob"), QUERY))
                .contains("[1,\"nnn-nn-3333\"]")
                .hasSize(2);

        PolicyFolder.of(engine).put(filter("dept = 'eng'"));
        assertThat(rows(engine.as("bob"), QUERY)).containsExactly("[1,\"111-22-3333\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"carbon", "carbon.cases", "carbon.cases.bound"})
    void case_49_a_mask_on_a_place_binds_whatever_lies_in_it(String place, Engine engine) {
        ObjectNode policy = changed(mask(), "/attach/securable", "\"" + place + "\"");
        ((ObjectNode) policy.at("/columns/0")).put("cardinality", "each");
        PolicyFolder.of(engine).put(policy);

        assertThat(rows(engine.as("bob"), QUERY))
                .contains("[1,\"nnn-nn-3333\"]")
                .hasSize(2);
        assertThat(rows(engine.as("bob"), "SELECT id FROM carbon.cases.named_by_it"))
                .containsExactly("[1]");
    }

    @Test
    void case_49_a_mask_of_a_tag_binds_every_column_that_carries_it(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT ssn, info.ssn AS within FROM carbon.hr.t WHERE id = 1"))
                .containsExactly("[\"nnn-nn-3333\",\"nnn-nn-3333\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"carbon", "carbon.cases"})
    void case_50_a_filter_on_a_place_binds_every_table_in_it_or_refuses_it(String place, Engine engine) {
        ObjectNode policy = changed(filter("dept = 'eng'"), "/attach/securable", "\"" + place + "\"");
        PolicyFolder.of(engine).put(policy);

        assertThat(rows(engine.as("bob"), QUERY)).containsExactly("[1,\"111-22-3333\"]");
        refused(engine.as("bob"), "SELECT id FROM carbon.cases.named_by_it", "CARBON_POLICY_UNENFORCEABLE");
        assertThat(rows(engine.as("alice"), "SELECT id FROM carbon.cases.named_by_it"))
                .containsExactly("[1]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/attach/securable | \"*\"",
                "/attach/securable | \"*.*.*\"",
                "/attach/securable | \"*.*.bound\"",
                "/attach/securable | \"carbon.*\"",
                "/attach/securable | \"carbon.cases.*\"",
                "/attach/securable | \"carbon.c*\"",
                "/attach/securable | \"carbon.cases.bou*\"",
                "/columns/0/match | {\"name\":\"*\"}",
                "/columns/0/match | {\"name\":\"s*\"}",
                "/columns/0/match | {\"tag\":\"*\",\"op\":\"exists\"}",
                "/columns/0/match | {\"tag\":\"pii\",\"op\":\"eq\",\"value\":\"*\"}",
                "/columns/0/match | {\"tag\":\"pii\",\"op\":\"in\",\"values\":[\"a\",\"s*\"]}",
                "/to | {\"principals\":[\"*\"]}",
                "/to | {\"groups\":[\"*\"]}",
                "/to | {\"principals\":[\"b*\"]}",
                "/except | {\"groups\":[\"hr-*\"]}"
            })
    void case_49_case_50_a_wildcard_is_refused_and_never_a_name(String where, String what, Engine engine) {
        ObjectNode policy = mask();
        ((ObjectNode) policy.at("/columns/0")).put("cardinality", "each");
        PolicyFolder.of(engine).put(changed(policy, where, what));

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        refused(engine.as("alice"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"carbon.cases.*", "carbon.cases.bou*"})
    void case_50_a_wildcard_takes_along_what_lies_where_it_begins_and_nothing_else(String place, Engine engine) {
        PolicyFolder.of(engine).put(changed(mask(), "/attach/securable", "\"" + place + "\""));

        refused(engine.as("bob"), "SELECT id FROM carbon.cases.named_by_it", "CARBON_POLICY_UNENFORCEABLE");
        assertThat(rows(engine.as("bob"), "SELECT count(*) FROM carbon.hr.t")).containsExactly("[4]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/type | \"SELECT\"",
                "/type | \"COLUMN_MASK\"",
                "/type | \"column-mask\"",
                "/enforcement | \"ENFORCE\"",
                "/enforcement | \"on\"",
                "/enforcement | true",
                "/mask | {\"kind\":\"SHOW_LAST_4\"}",
                "/mask | {\"kind\":\"show-last-five\"}",
                "/columns/0/cardinality | \"EACH\"",
                "/columns/0/match | {\"tag\":\"pii\",\"op\":\"EQ\",\"value\":\"ssn\"}",
                "/columns/0/match | {\"Name\":\"ssn\"}",
                "/attach/Inherit | true",
                "/To | {\"everyone\":true}",
                "/actions | [\"select\"]"
            })
    void case_47_a_word_that_is_spelt_otherwise_is_a_fault(String where, String what, Engine engine) {
        PolicyFolder.of(engine).put(changed(mask(), where, what));

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        refused(engine.as("alice"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/format | 2",
                "/format | \"1\"",
                "/version | \"one\"",
                "/future | {}",
                "/mask | {\"kind\":\"tokenize\"}"
            })
    void case_46_a_document_of_another_version_denies_its_table(String where, String what, Engine engine) {
        PolicyFolder.of(engine).put(changed(mask(), where, what));

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        refused(engine.as("alice"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        refused(engine.as("dan"), QUERY, "CARBON_ACCESS_DENIED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"format\": 1", "\0", "# a comment"})
    void case_46_a_document_that_can_not_be_read_denies_every_table(String text, Engine engine) {
        PolicyFolder.of(engine).putText(ID, text);

        for (String table : List.of(TABLE, "carbon.cases.named_by_it", "carbon.hr.t")) {
            refused(engine.as("bob"), "SELECT id FROM " + table, "CARBON_POLICY_UNENFORCEABLE");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id IN (SELECT id FROM carbon.cases.bound)",
                "EXISTS (SELECT 1 FROM carbon.cases.bound)",
                "id = (SELECT max(id) FROM carbon.cases.bound)",
                "id IN (SELECT id FROM carbon.cases.named_by_it)",
                "(SELECT true)"
            })
    void case_85_case_86_a_filter_that_asks_a_table_is_refused_when_it_is_read(String sql, Engine engine) {
        PolicyFolder.of(engine).put(filter(sql));

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"carbon.cases.bound", "carbon.hr.t"})
    void case_86_a_lookup_of_a_table_that_has_a_policy_itself_ends_in_an_error(String looked, Engine engine) {
        ObjectNode policy = filter("id IN (SELECT id FROM lookup('" + looked + "') WHERE name = current_principal())");
        policy.putArray("lookups").addObject().put("securable", looked).put("max-rows", 10);
        PolicyFolder.of(engine).put(policy);

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
    }
}
