package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S9: lookups of more rows than a plan lists mean what the same sub-query means to whoever may write it. */
@ExtendWith(SharedEngine.class)
class LargeLookupsTest {
    private static final String TABLE = "carbon.cases.large";
    private static final String LOOKUP = "carbon.cases.large_lookup";
    private static final String TEXTS = "carbon.cases.large_texts";
    private static final String MILLION = "carbon.cases.large_million";
    private static final String QUERY = "SELECT id FROM " + TABLE;

    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE + " AS SELECT id, CAST(n AS STRING) AS region, n, n * 10000000000 AS big,"
                        + " date_add(DATE '1990-01-01', n) AS day, email FROM VALUES (1, 0, 'a@x'), (2, 19999, 'b@x'),"
                        + " (3, 20000, 'c@x'), (4, -1, 'd@x'), (5, CAST(NULL AS INT), 'e@x'), (6, 77, 'f@x')"
                        + " AS p(id, n, email)",
                "CREATE TABLE " + LOOKUP + " AS SELECT who, CAST(n AS STRING) AS area, n, n * 10000000000 AS big,"
                        + " date_add(DATE '1990-01-01', n) AS day FROM (SELECT who, CAST(id AS INT) AS n FROM"
                        + " (SELECT explode(array('all', 'holes')) AS who), range(20000) UNION ALL"
                        + " SELECT 'holes', CAST(NULL AS INT) UNION ALL SELECT 'few', 77)",
                "CREATE TABLE " + MILLION + " AS SELECT id AS big, id < 1000000 AS within FROM range(1000001)",
                "CREATE TABLE " + TEXTS + " AS SELECT concat(id, repeat('x', 1000000)) AS area FROM range(70)");
        PolicyFolder.of(engine).deny(LOOKUP, "bob");
    }

    private static String lookup(String table) {
        return "lookup('" + table + "')";
    }

    private static ObjectNode declaring(ObjectNode policy, String lookup, int maxRows) {
        policy.putArray("lookups").addObject().put("securable", lookup).put("max-rows", maxRows);
        return policy;
    }

    private static void filter(Engine engine, String sql, String lookup, int maxRows) {
        ObjectNode policy = PolicyFolder.policy(TABLE, "pol_case_large", "row_filter");
        policy.putObject("expression").put("lang", "spark-sql-restricted/1").put("sql", sql);
        PolicyFolder.of(engine).put(declaring(policy, lookup, maxRows));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "region IN (SELECT area FROM $ WHERE who = 'all')",
                "region NOT IN (SELECT area FROM $ WHERE who = 'all')",
                "region NOT IN (SELECT area FROM $ WHERE who = 'holes')",
                "n IN (SELECT n FROM $ WHERE who = 'holes')",
                "big NOT IN (SELECT big FROM $ WHERE who = 'all')",
                "day IN (SELECT day FROM $ WHERE who = 'all')",
                "EXISTS (SELECT 1 FROM $ WHERE who = 'holes' AND area = region)",
                "NOT EXISTS (SELECT 1 FROM $ WHERE who = 'holes' AND area = region)",
                "id = 3 OR region IN (SELECT area FROM $ WHERE who = 'holes')",
                "id = 5 OR region NOT IN (SELECT area FROM $ WHERE who = 'all')",
                "NOT (id = 4 OR EXISTS (SELECT 1 FROM $ WHERE who = 'all' AND area = region))",
                "n IN (SELECT n FROM $ WHERE who = 'few')"
            })
    void S9_a_large_lookup_shows_the_rows_that_its_sub_query_does(String sql, Engine engine) {
        filter(engine, sql.replace("$", lookup(LOOKUP)), LOOKUP, 100_000);
        List<String> expected = rows(engine.as("alice"), QUERY + " WHERE " + sql.replace("$", LOOKUP));

        assertThat(expected).hasSizeBetween(0, 5);
        assertThat(rows(engine.as("bob"), QUERY)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(rows(engine.as("bob"), "SELECT a.id FROM " + TABLE + " a JOIN " + TABLE + " b ON a.id = b.id"))
                .containsExactlyInAnyOrderElementsOf(expected);
        refused(engine.as("bob"), "SELECT * FROM " + LOOKUP, "CARBON_ACCESS_DENIED");
    }

    @Test
    void S9_a_mask_is_released_by_a_large_lookup(Engine engine) {
        filter(engine, "id > 0 OR n IN (SELECT n FROM " + lookup(LOOKUP) + " WHERE who = 'all')", LOOKUP, 100_000);
        ObjectNode mask = PolicyFolder.policy(TABLE, "pol_case_large_mask", "column_mask");
        mask.putArray("columns")
                .addObject()
                .put("alias", "c")
                .put("cardinality", "exactly_one")
                .putObject("match")
                .put("name", "email");
        mask.put("on", "c").putObject("mask").put("kind", "mask-alphanum");
        mask.putObject("unless")
                .put("lang", "spark-sql-restricted/1")
                .put("sql", "n IN (SELECT n FROM " + lookup(LOOKUP) + " WHERE who = 'all')");
        PolicyFolder.of(engine).put(declaring(mask, LOOKUP, 100_000));
        try {
            assertThat(rows(engine.as("bob"), "SELECT id, email FROM " + TABLE + " ORDER BY id"))
                    .containsExactly(
                            "[1,\"a@x\"]", "[2,\"b@x\"]", "[3,\"x@x\"]", "[4,\"x@x\"]", "[5,\"x@x\"]", "[6,\"f@x\"]");
        } finally {
            PolicyFolder.of(engine).remove("pol_case_large_mask");
        }
    }

    @ParameterizedTest
    @CsvSource({"19999, false", "20000, true"})
    void S9_the_policy_says_how_many_rows_may_match(int maxRows, boolean answered, Engine engine) {
        filter(engine, "n IN (SELECT n FROM " + lookup(LOOKUP) + " WHERE who = 'all')", LOOKUP, maxRows);

        if (answered) {
            assertThat(rows(engine.as("bob"), QUERY)).hasSize(3);
        } else {
            refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        }
        assertThat(rows(engine.as("alice"), QUERY)).hasSize(6);
    }

    @Test
    void S9_T38_a_million_rows_are_read_and_not_one_more_whatever_a_policy_lets(Engine engine) {
        String lookup = "big IN (SELECT big FROM " + lookup(MILLION);
        filter(engine, lookup + " WHERE within = TRUE)", MILLION, 5_000_000);
        assertThat(rows(engine.as("bob"), QUERY)).containsExactly("[1]");
        filter(engine, lookup + ")", MILLION, 5_000_000);

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        assertThat(engine.as("bob").sql(QUERY).message()).contains("more than 1000000 rows");
    }

    @Test
    void S9_T38_texts_without_end_are_not_kept(Engine engine) {
        filter(engine, "region IN (SELECT area FROM " + lookup(TEXTS) + ")", TEXTS, 1_000);

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        assertThat(engine.as("bob").sql(QUERY).message()).contains("too long to be kept");
    }

    @Test
    void S9_S24_T21_the_record_names_its_snapshot_and_no_plan_shows_what_it_holds(Engine engine) {
        filter(engine, "region IN (SELECT area FROM " + lookup(LOOKUP) + " WHERE who = 'all')", LOOKUP, 100_000);
        assertThat(rows(engine.as("bob"), QUERY)).hasSize(3);

        List<JsonNode> records = JsonLines.await(
                engine.server().decisionsFile(),
                1,
                line -> line.path("lookups").toString().contains(LOOKUP)
                        && line.path("tables").toString().contains("pol_case_large"));
        assertThat(records.get(0).at("/lookups/0/snapshot-id").asText()).isNotBlank();
        for (String mode : List.of("EXTENDED", "CODEGEN", "COST", "FORMATTED")) {
            assertThat(engine.as("bob").sql("EXPLAIN " + mode + " " + QUERY).text())
                    .contains("PolicyFilter pol_case_large")
                    .doesNotContain("among", "ManyValues", "large_lookup", "19999", "20000");
        }
    }
}
