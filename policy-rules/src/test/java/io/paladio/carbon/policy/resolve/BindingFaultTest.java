package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestTable.ALICE;
import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** S10: a valid document that does not fit the table refuses those whom it binds, by the path of the fault; others go on. */
class BindingFaultTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String POLICY = """
            {"format": 1, "id": "p", "name": "p", "version": 1, "type": "%s", "attach": {"securable": "carbon.hr.t"},
             "columns": [{"alias": "c", "match": %s, "cardinality": "%s"}],
             "to": {"everyone": true}, "except": {"groups": ["auditors"]}}""";

    @ParameterizedTest(name = "{0} {3} on {1}, {2}")
    @CsvFileSource(resources = "/binding/faults.psv", delimiter = '|', quoteCharacter = '#', numLinesToSkip = 1)
    void S10_what_does_not_fit_the_table_is_told_by_its_path_to_those_whom_it_binds(
            String body, String match, String cardinality, String what, String path, String says) throws IOException {
        PolicyCandidate policy = PolicyDocumentReader.read(
                document(body, match, cardinality, what).toString());
        assertThat(policy).as("nothing is the matter with it by itself").isInstanceOf(PolicyCandidate.Valid.class);
        TestTable table = TestTable.with()
                .taggedColumn("region", "geo", "region")
                .taggedColumn("email", "pii", "email")
                .taggedColumn("code", "pii", "code")
                .taggedColumn("renamed", "old", "yes")
                .and(policy);

        assertThat(table.decide(BOB))
                .isInstanceOfSatisfying(
                        Decision.Unenforceable.class,
                        refused -> assertThat(refused.reason())
                                .contains(says)
                                .containsPattern("at \\Q" + path + "\\E($| does not)")
                                .doesNotContain("EU", "Oslo", "2026", "'x'"));
        assertThat(table.outcome(ALICE)).isEqualTo("unrestricted");
    }

    private static ObjectNode document(String body, String match, String cardinality, String what) throws IOException {
        boolean filters = body.equals("expression");
        ObjectNode document = (ObjectNode)
                JSON.readTree(POLICY.formatted(filters ? "row_filter" : "column_mask", match, cardinality));
        JsonNode given = body.equals("mask")
                ? JSON.readTree(what)
                : JSON.createObjectNode().put("lang", "spark-sql-restricted/1").put("sql", what);
        document.set(body, given);
        if (!filters) {
            document.put("on", "c")
                    .withObject("/mask")
                    .put("kind", document.at("/mask/kind").asText("mask-alphanum"));
        }
        return document;
    }
}
