package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
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
import org.junit.jupiter.params.provider.ValueSource;

/** S9: filters that look up who may see which rows, in a table that the reader himself may not read. */
@ExtendWith(SharedEngine.class)
class LookupCasesTest {
    private static final String TABLE = "carbon.cases.looked";
    private static final String LOOKUP = "carbon.cases.who_sees";
    private static final String MANY = "carbon.cases.who_sees_many";
    private static final String QUERY = "SELECT id FROM " + TABLE;
    private static final String OF_CALLER = " WHERE who = current_principal()";

    @BeforeAll
    static void tables(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE " + TABLE + " AS SELECT * FROM VALUES (1, 'EU'), (2, 'US'), (3, NULL) AS p(id, region)",
                "CREATE TABLE " + LOOKUP + " AS SELECT * FROM VALUES ('bob', 'EU'), ('carol', 'US') AS p(who, area)",
                "CREATE TABLE " + MANY + " AS SELECT 'bob' AS who, CAST(id AS STRING) AS area FROM range(50)");
        PolicyFolder.of(engine).deny(LOOKUP, "bob");
    }

    private static void filter(Engine engine, String sql, String lookup, int maxRows) {
        ObjectNode policy = PolicyFolder.policy(TABLE, "pol_case_looked", "row_filter");
        policy.putObject("expression").put("lang", "spark-sql-restricted/1").put("sql", sql);
        policy.putArray("lookups").addObject().put("securable", lookup).put("max-rows", maxRows);
        PolicyFolder.of(engine).put(policy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "region IN (SELECT area FROM lookup('" + LOOKUP + "')" + OF_CALLER + ")",
                "EXISTS (SELECT 1 FROM lookup('" + LOOKUP + "')" + OF_CALLER + " AND area = region)"
            })
    void S9_each_principal_sees_what_the_lookup_says(String sql, Engine engine) {
        filter(engine, sql, LOOKUP, 100);

        assertThat(rows(engine.as("bob"), QUERY)).containsExactly("[1]");
        assertThat(rows(engine.as("carol"), QUERY)).containsExactly("[2]");
        assertThat(rows(engine.as("alice"), QUERY)).hasSize(3);
        refused(engine.as("bob"), "SELECT * FROM " + LOOKUP, "CARBON_ACCESS_DENIED");
    }

    @Test
    void S9_the_next_statement_sees_what_was_written_and_the_record_names_the_snapshot(Engine engine) {
        filter(engine, "region IN (SELECT area FROM lookup('" + LOOKUP + "')" + OF_CALLER + ")", LOOKUP, 100);
        assertThat(rows(engine.as("bob"), QUERY)).containsExactly("[1]");
        done(engine.as("admin"), "INSERT INTO " + LOOKUP + " VALUES ('bob', 'US')");
        try {
            assertThat(rows(engine.as("bob"), QUERY)).containsExactly("[1]", "[2]");
        } finally {
            done(engine.as("admin"), "DELETE FROM " + LOOKUP + " WHERE who = 'bob' AND area = 'US'");
        }
        assertThat(rows(engine.as("bob"), QUERY)).containsExactly("[1]");

        List<JsonNode> records = JsonLines.await(
                engine.server().decisionsFile(),
                3,
                line -> line.path("lookups").toString().contains(LOOKUP)
                        && line.path("principal").asText().equals("bob"));
        assertThat(records.stream()
                        .map(line -> line.at("/lookups/0/snapshot-id").asText())
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(3);
        assertThat(records.toString()).doesNotContain("\"EU\"", "\"US\"");
    }

    @Test
    void S9_more_rows_than_the_policy_allows_end_in_an_error(Engine engine) {
        String sql = "region IN (SELECT area FROM lookup('" + MANY + "')" + OF_CALLER + ")";
        filter(engine, sql, MANY, 50);
        assertThat(rows(engine.as("bob"), QUERY)).isEmpty();
        filter(engine, sql, MANY, 49);

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        assertThat(rows(engine.as("alice"), QUERY)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"carbon.cases.no_such_lookup", "carbon.hr.t", TABLE})
    void S9_what_is_no_table_or_is_under_a_policy_is_no_lookup(String lookup, Engine engine) {
        filter(engine, "EXISTS (SELECT 1 FROM lookup('" + lookup + "'))", lookup, 100);

        refused(engine.as("bob"), QUERY, "CARBON_POLICY_UNENFORCEABLE");
        assertThat(engine.as("bob").sql(QUERY).message()).doesNotContain("no_such_lookup", "carbon.hr.t");
    }

    @Test
    void T21_no_plan_shows_what_was_looked_up(Engine engine) {
        filter(engine, "region IN (SELECT area FROM lookup('" + LOOKUP + "')" + OF_CALLER + ")", LOOKUP, 100);

        assertThat(engine.as("bob").sql("EXPLAIN EXTENDED " + QUERY).text())
                .contains("PolicyFilter pol_case_looked")
                .doesNotContain("EU", "who_sees");
    }
}
