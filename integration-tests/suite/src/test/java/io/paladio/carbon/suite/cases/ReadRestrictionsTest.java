package io.paladio.carbon.suite.cases;

import static io.paladio.carbon.suite.cases.CaseSchema.done;
import static io.paladio.carbon.suite.cases.CaseSchema.refused;
import static io.paladio.carbon.suite.cases.CaseSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.JsonLines;
import io.paladio.carbon.suite.fixture.PolicyFolder;
import io.paladio.carbon.suite.fixture.SharedEngine;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalog sends {@code read-restrictions} along with a table, for bob alone: Index has no policy on most of these tables. */
@ExtendWith(SharedEngine.class)
class ReadRestrictionsTest {
    private static final String SENT = "carbon.cases.sent";
    private static final String FREE = "carbon.cases.not_sent";
    private static final String BOTH = "carbon.cases.sent_both";
    private static final String WRONG = "carbon.cases.sent_wrong";
    private static final String OWN = "carbon.cases.sent_own";
    private static final String PARTED = "carbon.cases.sent_parted";
    private static final String ROWS = " AS SELECT * FROM VALUES"
            + " (1, 'EU', 'ada@example.org', DATE '1984-05-17', named_struct('ssn', '111-22-3333', 'city', 'Bonn')),"
            + " (2, 'US', 'bob@example.org', DATE '1985-06-18', named_struct('ssn', '222-33-4444', 'city', 'Reno')),"
            + " (3, NULL, NULL, DATE '1986-07-19', NULL),"
            + " (4, 'EU', 'cy@example.org', NULL, named_struct('ssn', '444-55-6666', 'city', 'Ulm'))"
            + " AS v(id, region, email, born, info)";
    /** Everything but the United States, NULL included; not Ulm. */
    private static final String FILTER = "{\"type\":\"and\","
            + "\"left\":{\"type\":\"not-eq\",\"left\":{\"type\":\"reference\",\"id\":2},\"right\":\"US\"},"
            + "\"right\":{\"type\":\"not\",\"child\":{\"type\":\"in\",\"child\":{\"type\":\"reference\",\"id\":7},\"values\":[\"Ulm\"]}}}";

    private static final String RESTRICTIONS = "{\"required-row-filter\":" + FILTER
            + ",\"required-column-projections\":[{\"field-id\":3,\"action\":\"show-first-4\"},"
            + "{\"field-id\":4,\"action\":\"truncate-to-year\"},{\"field-id\":6,\"action\":\"show-last-4\"}]}";
    private static final String QUERY = "SELECT id, region, email, CAST(born AS STRING), info.ssn, info.city FROM ";

    @BeforeAll
    static void tables(Engine engine) {
        for (String table : List.of(SENT, FREE, BOTH, WRONG)) {
            CaseSchema.make(engine, "CREATE TABLE " + table + ROWS);
        }
        CaseSchema.make(
                engine,
                "CREATE TABLE " + PARTED + " PARTITIONED BY (region) AS SELECT * FROM VALUES"
                        + " (1, 'EU', DATE '1984-05-17', 1.5D), (2, 'US', DATE '1985-06-18', double('NaN')),"
                        + " (3, NULL, NULL, NULL), (4, 'EU', DATE '1969-12-31', -1.0D) AS v(id, region, born, ratio)");
        send(engine, SENT, RESTRICTIONS);
        send(engine, BOTH, RESTRICTIONS);
        PolicyFolder policies = PolicyFolder.of(engine);
        policies.filter(BOTH, "id > 1");
        policies.mask(BOTH, "email", "show-last-4");
        policies.mask(BOTH, "region", "mask-to-fixed-value");
    }

    private static void send(Engine engine, String table, String json) {
        String name = table.substring(table.lastIndexOf('.') + 1);
        engine.platform().face().restrictions().send("bob", TableIdentifier.of("cases", name), json);
    }

    @Test
    void case_44_S23_what_the_catalog_sends_for_a_principal_filters_and_masks_its_table(Engine engine) {
        assertThat(rows(engine.as("bob"), QUERY + SENT))
                .containsExactly(
                        "[1,\"EU\",\"ada@xxxxxxx.xxx\",\"1984-01-01\",\"nnn-nn-3333\",\"Bonn\"]",
                        "[3,null,null,\"1986-01-01\",null,null]");
        assertThat(rows(engine.as("bob"), QUERY + FREE))
                .isEqualTo(rows(engine.as("alice"), QUERY + SENT))
                .hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT count(*), max(id) FROM $t | [2,3]",
                "SELECT count(*) FROM $t WHERE email = 'ada@example.org' | [0]",
                "SELECT count(*) FROM $t WHERE email = 'ada@xxxxxxx.xxx' | [1]",
                "SELECT count(*) FROM $t WHERE region = 'US' OR region IS NULL | [1]",
                "SELECT count(*) FROM $t VERSION AS OF 'main' WHERE info.city = 'Ulm' | [0]",
                "SELECT count(*) FROM $t a JOIN $t b ON a.email = b.email | [1]"
            })
    void S23_every_query_sees_the_restricted_table(String query, String row, Engine engine) {
        assertThat(rows(engine.as("bob"), query.replace("$t", SENT))).containsExactly(row);
        assertThat(rows(engine.as("alice"), query.replace("$t", SENT))).doesNotContain(row);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'not-eq','left':$2,'right':'US'} | 1 3 4",
                "{'type':'not','child':{'type':'eq','left':$2,'right':'US'}} | 1 3 4",
                "{'type':'not-in','child':$2,'values':['US']} | 1 3 4",
                "{'type':'not-starts-with','left':$2,'right':'U'} | 1 3 4",
                "{'type':'starts-with','left':$2,'right':'E'} | 1 4",
                "{'type':'or','left':{'type':'starts-with','left':$2,'right':'U'},'right':{'type':'gt','left':$1,'right':3}} | 2 4",
                "{'type':'or','left':{'type':'in','child':$2,'values':['US','CN']},'right':{'type':'gt','left':$1,'right':3}} | 2 4",
                "{'type':'lt-eq','left':$2,'right':'EU'} | 1 4",
                "{'type':'is-null','child':$2} | 3",
                "{'type':'gt','left':$4,'right':0} | 1",
                "{'type':'not','child':{'type':'gt','left':$4,'right':0}} | 2 3 4",
                "{'type':'is-nan','child':$4} | 2",
                "{'type':'not-nan','child':$4} | 1 3 4",
                "{'type':'eq','right':-1,'left':{'type':'apply','arguments':[$3],'function':{'catalog':'iceberg_functions','identifier':['year']}}} | 4",
                "false | ``"
            })
    void S23_predicates_are_two_valued_down_to_the_files(String filter, String ids, Engine engine) {
        String json = filter.replace('\'', '"').replaceAll("\\$([0-9])", "{\"type\":\"reference\",\"id\":$1}");
        send(engine, PARTED, "{\"required-row-filter\":" + json + "}");

        assertThat(String.join(" ", rows(engine.as("bob"), "SELECT id FROM " + PARTED)))
                .isEqualTo(ids.replaceAll("[0-9]", "[$0]"));
    }

    @Test
    void S5_S23_index_s_policies_apply_as_well(Engine engine) {
        assertThat(rows(engine.as("bob"), "SELECT id, region, email FROM " + BOTH))
                .containsExactly("[3,\"XXXXXXXX\",null]");
        engine.platform().face().restrictions().stop("bob", TableIdentifier.of("cases", "sent_both"));
        assertThat(rows(engine.as("bob"), "SELECT id, region, email FROM " + BOTH))
                .as("the next statement, without them")
                .containsExactly(
                        "[2,\"XXXXXXXX\",\"xxx@xxxxxxx.org\"]",
                        "[3,\"XXXXXXXX\",null]",
                        "[4,\"XXXXXXXX\",\"xx@xxxxxxx.org\"]");
        send(engine, BOTH, RESTRICTIONS.replace(FILTER, "true"));
        assertThat(rows(engine.as("bob"), "SELECT email FROM " + BOTH + " WHERE id = 2"))
                .as("show-first-4 with show-last-4")
                .containsExactly("[\"xxx@xxxxxxx.xxx\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"required-column-projections\":[{\"field-id\":3,\"action\":\"rot13-hidden-word\"}]}",
                "{\"required-column-projections\":[{\"field-id\":3,\"action\":\"mask-alphanum\"},{\"field-id\":3,\"action\":\"mask-alphanum\"}]}",
                "{\"required-column-projections\":[{\"field-id\":5,\"action\":\"replace-with-null\"},{\"field-id\":6,\"action\":\"mask-alphanum\"}]}",
                "{\"required-row-filter\":{\"type\":\"resembles\",\"left\":{\"type\":\"reference\",\"id\":2},\"right\":\"hidden-word\"}}",
                "{\"required-row-filter\":{\"type\":\"eq\",\"left\":{\"type\":\"reference\",\"name\":\"region\"},\"right\":\"hidden-word\"}}",
                "{\"required-something-else\":true}"
            })
    void case_44_S23_what_is_not_known_is_refused_for_whom_it_was_sent(String wrong, Engine engine) {
        send(engine, WRONG, wrong);

        Answer answer = engine.as("bob").sql("SELECT id FROM " + WRONG);
        assertThat(answer.errorClass()).as("%s", answer).isEqualTo("CARBON_POLICY_UNENFORCEABLE");
        assertThat(answer.message()).contains(WRONG, "read-restrictions", "bob").doesNotContain("hidden-word");
        assertThat(rows(engine.as("alice"), "SELECT count(*) FROM " + WRONG)).containsExactly("[4]");
    }

    @Test
    void S12_S16_S23_whom_the_catalog_restricts_is_a_restricted_principal(Engine engine) {
        refused(engine.as("bob"), "SELECT * FROM " + SENT + ".files", "CARBON_METADATA_DENIED");
        refused(engine.as("bob"), "INSERT INTO " + SENT + " SELECT * FROM " + FREE, "CARBON_WRITE_DENIED");
        refused(engine.as("bob"), "DROP TABLE " + SENT, "CARBON_WRITE_DENIED");
        done(engine.as("alice"), "SELECT * FROM " + SENT + ".files");
    }

    @Test
    void S13_S23_in_a_view_as_well(Engine engine) {
        done(engine.as("alice"), "CREATE VIEW carbon.cases.sent_view AS SELECT id, email FROM " + SENT);

        assertThat(rows(engine.as("bob"), "SELECT * FROM carbon.cases.sent_view"))
                .containsExactly("[1,\"ada@xxxxxxx.xxx\"]", "[3,null]");
        assertThat(rows(engine.as("alice"), "SELECT * FROM carbon.cases.sent_view"))
                .hasSize(4);
    }

    @Test
    void S9_S23_a_table_that_the_catalog_restricts_for_the_engine_is_no_lookup(Engine engine) {
        CaseSchema.make(
                engine,
                "CREATE TABLE carbon.cases.sent_looked AS SELECT 1 AS id",
                "CREATE TABLE carbon.cases.sent_lookup AS SELECT 'bob' AS who");
        ObjectNode policy = PolicyFolder.policy("carbon.cases.sent_looked", "pol_case_sent_looked", "row_filter");
        policy.putObject("expression")
                .put("lang", "spark-sql-restricted/1")
                .put(
                        "sql",
                        "EXISTS (SELECT 1 FROM lookup('carbon.cases.sent_lookup') WHERE who = current_principal())");
        policy.putArray("lookups")
                .addObject()
                .put("securable", "carbon.cases.sent_lookup")
                .put("max-rows", 10);
        PolicyFolder.of(engine).put(policy);
        assertThat(rows(engine.as("bob"), "SELECT id FROM carbon.cases.sent_looked"))
                .containsExactly("[1]");

        TableIdentifier lookup = TableIdentifier.of("cases", "sent_lookup");
        engine.platform().face().restrictions().send(Issuer.ENGINE_SUBJECT, lookup, "{\"required-row-filter\":false}");

        refused(engine.as("bob"), "SELECT id FROM carbon.cases.sent_looked", "CARBON_POLICY_UNENFORCEABLE");
    }

    @Test
    void S14_S23_answers_to_writes_are_no_reads(Engine engine) {
        send(engine, OWN, RESTRICTIONS);
        done(engine.as("bob"), "CREATE TABLE " + OWN + " AS SELECT * FROM " + FREE);

        assertThat(rows(engine.as("bob"), "SELECT count(*) FROM " + OWN)).containsExactly("[2]");
        assertThat(rows(engine.as("alice"), "SELECT count(*) FROM " + OWN)).containsExactly("[4]");
    }

    @Test
    void S24_S23_they_are_named_in_plans_and_evidence_and_not_quoted(Engine engine) {
        String plan = engine.as("bob")
                .sql("EXPLAIN EXTENDED SELECT id, email FROM " + SENT)
                .text();
        assertThat(plan)
                .contains("PolicyFilter read-restrictions", "PolicyMask")
                .doesNotContain("Ulm");

        done(engine.as("bob"), "SELECT id, born FROM " + SENT + " WHERE id = 717171");
        List<JsonNode> records = JsonLines.await(
                engine.server().decisionsFile(),
                1,
                line -> line.path("principal").asText().equals("bob")
                        && line.path("outcome").path("status").asText().equals("completed")
                        && line.path("tables").toString().contains("\"" + SENT + "\""));

        assertThat(records.toString())
                .contains("\"read-restrictions\"", "truncate-to-year", "row_filter", "sha256:")
                .doesNotContain("717171")
                .doesNotContain("Ulm");
    }
}
