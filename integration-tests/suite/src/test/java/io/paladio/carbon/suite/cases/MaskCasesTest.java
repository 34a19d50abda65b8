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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a mask or a filter reads, and in which order: raw values, whatever else hides them from the reader. */
@ExtendWith(SharedEngine.class)
class MaskCasesTest {
    private static final String ROWS = " AS SELECT * FROM VALUES"
            + " (1, 'Ada', 'Lovelace', 'eng', 'p1', named_struct('ssn', '111-22-3333', 'deep', named_struct('pin', '1111'))),"
            + " (2, 'Grace', 'Hopper', 'eng', 'p2', named_struct('ssn', '222-33-4444', 'deep', named_struct('pin', '2222'))),"
            + " (3, 'Piet', 'Hein', 'ops', 'p3', named_struct('ssn', '333-44-5555', 'deep', named_struct('pin', '3333')))"
            + " AS p(id, first, last, dept, payload, info)";

    @BeforeAll
    static void tables(Engine engine) {
        for (String table : List.of(
                "crossed",
                "crossed_back",
                "shared",
                "neighbour",
                "same_column",
                "unread",
                "hidden_filter",
                "deep",
                "mistaken")) {
            CaseSchema.make(engine, "CREATE TABLE carbon.cases." + table + ROWS);
        }
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.mask("carbon.cases.crossed", "dept", "mask-to-fixed-value");
        policies.maskBy("carbon.cases.crossed", "first", "if(dept = 'eng', value, NULL)");
        policies.maskBy("carbon.cases.crossed_back", "dept", "if(first = 'Ada', value, NULL)");
        policies.maskBy("carbon.cases.crossed_back", "first", "if(dept = 'eng', value, NULL)");
        policies.maskBy("carbon.cases.shared", "first", "concat(payload, '!')");
        policies.maskBy("carbon.cases.shared", "last", "concat(payload, '?')");
        policies.mask("carbon.cases.shared", "payload", "replace-with-null");
        policies.maskBy("carbon.cases.neighbour", "last", "concat(first, 'x')");
        policies.filter("carbon.cases.same_column", "dept = 'eng' AND startswith(first, 'G')");
        policies.mask("carbon.cases.same_column", "dept", "replace-with-null");
        policies.mask("carbon.cases.same_column", "first", "mask-alphanum");
        policies.mask("carbon.cases.unread", "payload", "deny");
        policies.filter("carbon.cases.hidden_filter", "dept = 'eng'");
        policies.mask("carbon.cases.hidden_filter", "dept", "deny");
        policies.mask("carbon.cases.deep", "info.ssn", "show-last-4");
        policies.mask("carbon.cases.deep", "info.deep.pin", "mask-alphanum");
        policies.mask("carbon.cases.mistaken", "info.deep.pin", "deny");
    }

    @Test
    void case_58_a_mask_reads_the_raw_value_of_a_column_that_is_masked_itself(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT id, first, dept FROM carbon.cases.crossed"))
                .containsExactly("[1,\"Ada\",\"XXXXXXXX\"]", "[2,\"Grace\",\"XXXXXXXX\"]", "[3,null,\"XXXXXXXX\"]");
        assertThat(rows(engine.as("bob"), "SELECT dept, first, id FROM carbon.cases.crossed_back"))
                .containsExactly("[\"eng\",\"Ada\",1]", "[null,\"Grace\",2]", "[null,null,3]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT first, last, payload", "SELECT payload, last, first", "SELECT last, first, payload"})
    void case_59_masks_on_one_source_work_in_any_order(String select, Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT first, last, payload FROM (" + select + " FROM carbon.cases.shared)"))
                .containsExactly("[\"p1!\",\"p1?\",null]", "[\"p2!\",\"p2?\",null]", "[\"p3!\",\"p3?\",null]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT last FROM carbon.cases.neighbour WHERE last LIKE 'A%' | [\"Adax\"]",
                "SELECT max(last) FROM carbon.cases.neighbour | [\"Pietx\"]",
                "SELECT count(*) FROM carbon.cases.neighbour WHERE last = 'Lovelace' | [0]",
                "SELECT upper(last) FROM carbon.cases.neighbour ORDER BY id LIMIT 1 | [\"ADAX\"]",
                "SELECT b.last FROM carbon.cases.neighbour a JOIN carbon.cases.neighbour b ON b.last = concat(a.first, 'x') WHERE a.id = 2 | [\"Gracex\"]"
            })
    void case_64_a_mask_finds_the_column_that_the_query_does_not_read(String query, String row, Engine engine) {
        assertThat(rows(engine.as("bob"), query)).containsExactly(row);
    }

    @Test
    void case_E_a_filter_reads_the_raw_value_of_a_column_that_is_masked(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT id, dept, first FROM carbon.cases.same_column"))
                .containsExactly("[2,null,\"xxxxx\"]");
        assertThat(rows(engine.as("bob"), "SELECT count(*) FROM carbon.cases.same_column WHERE dept = 'eng'"))
                .containsExactly("[0]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replace-with-null | SELECT info.ssn FROM $t WHERE id = 1 | [null]",
                "replace-with-null | SELECT info.deep.pin, info.deep FROM $t WHERE id = 1 | [null,null]",
                "replace-with-null | SELECT count(info), count(info.ssn), max(info.deep.pin) FROM $t | [0,0,null]",
                "replace-with-null | SELECT labels[0], element_at(marks, 'k'), size(labels) FROM $t WHERE id = 1 | [null,null,null]",
                "replace-with-null | SELECT x FROM $t LATERAL VIEW OUTER explode(labels) a AS x WHERE id = 1 | [null]",
                "mask-to-fixed-value | SELECT info.ssn, info.deep.pin FROM $t WHERE id = 1 | [\"XXXXXXXX\",\"XXXXXXXX\"]",
                "mask-to-fixed-value | SELECT size(labels), size(marks) FROM $t WHERE id = 1 | [0,0]"
            })
    void case_F_a_field_of_a_masked_struct_list_or_map_is_what_the_mask_left(
            String kind, String query, String row, Engine engine) {
        String table = "carbon.cases.whole_" + kind.replace('-', '_');
        if (engine.as("admin").sql("SELECT 1 FROM " + table + " LIMIT 0").isError()) {
            CaseSchema.make(
                    engine,
                    "CREATE TABLE " + table
                            + ROWS.replace(
                                    "AS SELECT *", "AS SELECT *, array('l1') AS labels, map('k', 'v') AS marks"));
            List.of("info", "labels", "marks")
                    .forEach(column -> PolicyFolder.of(engine).mask(table, column, kind));
        }

        assertThat(rows(engine.as("bob"), query.replace("$t", table))).containsExactly(row);
        assertThat(rows(engine.as("alice"), query.replace("$t", table))).doesNotContain(row);
    }

    @Test
    void case_55_a_mask_on_a_nested_name_is_applied_by_the_fields_own_id(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT info.ssn, info.deep.pin FROM carbon.cases.deep WHERE id = 1"))
                .containsExactly("[\"nnn-nn-3333\",\"nnnn\"]");
        CaseSchema.done(engine.as("admin"), "ALTER TABLE carbon.cases.deep RENAME COLUMN info.deep TO inner");
        PolicyFolder.of(engine).remove(PolicyFolder.id("carbon.cases.deep", "info.deep.pin"));
        PolicyFolder.of(engine).mask("carbon.cases.deep", "info.inner.pin", "mask-alphanum");

        assertThat(rows(engine.as("bob"), "SELECT info.inner.pin FROM carbon.cases.deep WHERE id = 1"))
                .containsExactly("[\"nnnn\"]");
    }

    @Test
    void case_55_a_mask_on_a_nested_name_that_can_not_be_applied_is_refused_and_never_ignored(Engine engine) {
        refused(engine.as("bob"), "SELECT id FROM carbon.cases.mistaken", "CARBON_POLICY_UNENFORCEABLE");
        assertThat(rows(engine.as("alice"), "SELECT count(*) FROM carbon.cases.mistaken"))
                .containsExactly("[3]");
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.remove(PolicyFolder.id("carbon.cases.mistaken", "info.deep.pin"));
        policies.put(exactlyOne(policies, "info.nothing"));

        refused(engine.as("bob"), "SELECT id FROM carbon.cases.mistaken", "CARBON_POLICY_UNENFORCEABLE");
    }

    private static ObjectNode exactlyOne(PolicyFolder policies, String column) {
        ObjectNode policy = policies.columnMask(
                "carbon.cases.mistaken",
                column,
                new ObjectMapper().createObjectNode().put("kind", "mask-alphanum"));
        ((ObjectNode) policy.path("columns").path(0)).put("cardinality", "exactly_one");
        return policy;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id FROM carbon.cases.hidden_filter",
                "SELECT id FROM carbon.cases.hidden_filter WHERE id < 3",
                "SELECT id FROM (TABLE carbon.cases.hidden_filter)",
                "SELECT a.id FROM carbon.cases.hidden_filter a JOIN carbon.cases.hidden_filter b USING (id)"
            })
    void case_61_a_filter_reads_a_column_that_its_reader_may_not_name(String query, Engine engine) {
        assertThat(rows(engine.as("bob"), query)).containsExactly("[1]", "[2]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT dept FROM $t",
                "SELECT id FROM $t WHERE dept = 'eng'",
                "SELECT id FROM $t WHERE DEPT IS NULL",
                "SELECT count(*) FROM $t GROUP BY dept",
                "SELECT id FROM $t ORDER BY dept",
                "SELECT a.id FROM $t a JOIN $t b ON a.dept = b.dept",
                "SELECT id, row_number() OVER (PARTITION BY dept ORDER BY id) FROM $t",
                "SELECT (SELECT max(dept) FROM $t)",
                "SELECT t.dept FROM $t t",
                "SELECT struct(id, dept) FROM $t",
                "SELECT id FROM $t WHERE EXISTS (SELECT 1 FROM $t b WHERE b.dept = 'eng')",
                "WITH c AS (SELECT * FROM $t) SELECT dept FROM c",
                "SELECT * FROM $t PIVOT (count(id) FOR dept IN ('eng'))",
                "SELECT id FROM $t HAVING max(dept) = 'eng'"
            })
    void case_61_a_denied_column_stays_denied_in_what_the_user_writes(String query, Engine engine) {
        refused(engine.as("bob"), query.replace("$t", "carbon.cases.hidden_filter"), "CARBON_COLUMN_DENIED");
        assertThat(engine.as("alice")
                        .sql(query.replace("$t", "carbon.cases.hidden_filter"))
                        .errorClass())
                .doesNotContain("CARBON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT id FROM $t JOIN $t USING (dept)", "SELECT * EXCEPT (dept) FROM $t"})
    void case_61_what_names_columns_before_anything_else_does_not_find_a_denied_one(String query, Engine engine) {
        assertThat(engine.as("bob")
                        .sql(query.replace("$t", "carbon.cases.hidden_filter"))
                        .errorClass())
                .startsWith("UNRESOLVED_");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(id) FROM carbon.cases.unread",
                "SELECT count(*) FROM carbon.cases.unread",
                "SELECT count(1) FROM (SELECT first FROM carbon.cases.unread)",
                "SELECT count(DISTINCT id) FROM (SELECT * FROM carbon.cases.unread)"
            })
    void case_62_a_column_that_is_not_read_needs_no_right(String query, Engine engine) {
        assertThat(rows(engine.as("bob"), query)).containsExactly("[3]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM carbon.cases.unread WHERE id < 1",
                "TABLE carbon.cases.unread",
                "SELECT * FROM carbon.cases.unread",
                "SELECT t.* FROM carbon.cases.unread t ORDER BY id",
                "SELECT * FROM (SELECT * FROM carbon.cases.unread) LIMIT 1",
                "FROM carbon.cases.unread"
            })
    void case_77_a_star_leaves_a_denied_column_out_with_or_without_a_projection(String query, Engine engine) {
        assertThat(engine.as("bob").sql(query).columns()).containsExactly("id", "first", "last", "dept", "info");
        assertThat(engine.as("alice").sql(query).columns()).contains("payload");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM carbon.cases.unread WHERE payload = 'p1'",
                "TABLE carbon.cases.unread ORDER BY payload"
            })
    void case_77_a_query_of_all_columns_can_not_name_a_denied_one(String query, Engine engine) {
        refused(engine.as("bob"), query, "CARBON_COLUMN_DENIED");
    }
}
