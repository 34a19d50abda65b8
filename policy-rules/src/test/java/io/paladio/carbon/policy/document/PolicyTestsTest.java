package io.paladio.carbon.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.document.PolicyCandidate.Invalid;
import io.paladio.carbon.policy.document.PolicyCandidate.Valid;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** The tests that a policy carries are run when it is read, and one that fails rejects it. */
class PolicyTestsTest {
    @ParameterizedTest(name = "{0} with {1}: {2}")
    @CsvFileSource(resources = "/document/tests.psv", delimiter = '|', quoteCharacter = '#', numLinesToSkip = 1)
    void a_test_that_holds_lets_the_policy_pass_and_one_that_fails_rejects_it(String policy, String test, String says) {
        PolicyCandidate candidate = PolicyDocumentReader.read(document(policy, "[" + test + "]"));

        if (Optional.ofNullable(says).isEmpty()) {
            assertThat(candidate).isInstanceOf(Valid.class);
        } else {
            assertThat(candidate).isInstanceOfSatisfying(Invalid.class, fault -> {
                assertThat(fault.path()).startsWith("$.tests[0]");
                assertThat(fault.problem()).contains(says).endsWith(".");
                assertThat(fault.id()).isEqualTo("pol_t");
            });
        }
    }

    @Test
    void the_first_test_that_fails_is_named_and_no_value_of_its_row_is_told() {
        String holds = "{\"as\":{\"principal\":\"a\"},\"row\":{\"region\":\"EU\"},\"expect\":\"visible\"}";
        String fails = "{\"as\":{\"principal\":\"a\"},\"row\":{\"region\":\"hush-hush\"},\"expect\":\"visible\"}";
        PolicyCandidate candidate =
                PolicyDocumentReader.read(document("filter region = 'EU'", "[" + holds + "," + fails + "]"));

        assertThat(candidate).isInstanceOfSatisfying(Invalid.class, fault -> {
            assertThat(fault.path()).isEqualTo("$.tests[1]");
            assertThat(fault.problem()).startsWith("The test fails").doesNotContain("hush", "EU");
        });
    }

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource({
        "alice, hidden, 'What a lookup holds is not known to a test. Expect masked of a mask, or leave the test out.'",
        "alice, visible, 'What a lookup holds is not known to a test. Expect masked of a mask, or leave the test out.'",
        "sa:etl, visible, ''",
        "sa:etl, hidden, 'The test fails: the row is visible. Correct the policy, or what the test expects.'"
    })
    void S9_a_test_that_would_have_to_read_a_lookup_is_at_fault_and_one_of_whom_it_exempts_is_not(
            String principal, String expect, String problem) {
        ObjectNode document = Documents.changed(
                "filter", "/lookups", "[{\"securable\":\"carbon.gov.user_region\",\"max-rows\":100000}]");
        document.withObject("/expression")
                .put("sql", "region IN (SELECT region FROM lookup('carbon.gov.user_region') WHERE p = 'x')");
        ObjectNode test = (ObjectNode) document.at("/tests/0");
        test.withObject("/as").put("principal", principal);
        test.put("expect", expect);

        PolicyCandidate candidate = PolicyDocumentReader.read(document.toString());

        if (problem.isEmpty()) {
            assertThat(candidate).isInstanceOf(Valid.class);
        } else {
            assertThat(candidate).isEqualTo(new Invalid("pol_7c1e", "$.tests[0]", problem));
        }
    }

    @Test
    void S20_the_tests_of_a_shadow_policy_are_run_as_well() {
        String test = "[{\"as\":{\"principal\":\"a\"},\"row\":{\"region\":\"US\"},\"expect\":\"visible\"}]";
        String document = document("filter region = 'EU'", test).replace("\"enforce\"", "\"shadow\"");

        assertThat(PolicyDocumentReader.read(document)).isInstanceOf(Invalid.class);
    }

    private static String document(String policy, String tests) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        String[] words = policy.split(" ", 2);
        String type = words[0].equals("filter") || words[0].equals("permissive") ? "row_filter" : "column_mask";
        ObjectNode document = make.objectNode()
                .put("format", 1)
                .put("id", "pol_t")
                .put("name", "n")
                .put("version", 1)
                .put("type", type)
                .put("enforcement", "enforce");
        document.putObject("attach").put("securable", "carbon.hr");
        document.putObject("to").put("everyone", true);
        document.putObject("except").putArray("principals").add("exempt");
        document.withObject("/except").putArray("groups").add("auditors");
        document.putRawValue("tests", new com.fasterxml.jackson.databind.util.RawValue(tests));
        switch (words[0]) {
            case "filter", "permissive" -> filter(document, words);
            case "expression" ->
                mask(document)
                        .putObject("expression")
                        .put("lang", "spark-sql-restricted/1")
                        .put("sql", words[1]);
            default -> kind(document, words[1]);
        }
        return document.toString();
    }

    private static void filter(ObjectNode document, String[] words) {
        document.put("mode", words[0].equals("filter") ? "restrictive" : "permissive");
        column(document, "r", "the_region", "exactly_one");
        document.putObject("expression").put("lang", "spark-sql-restricted/1").put("sql", words[1]);
    }

    private static void kind(ObjectNode document, String text) {
        String[] parts = text.split(" unless ", 2);
        mask(document).put("kind", parts[0]);
        if (parts.length > 1) {
            document.putObject("unless").put("lang", "spark-sql-restricted/1").put("sql", parts[1]);
        }
    }

    private static ObjectNode mask(ObjectNode document) {
        column(document, "c", "email", "each");
        column(document, "maybe", "may_be", "optional");
        document.put("on", "c");
        return document.putObject("mask").put("kind", "expression");
    }

    private static void column(ObjectNode document, String alias, String name, String cardinality) {
        document.withArray("columns")
                .addObject()
                .put("alias", alias)
                .put("cardinality", cardinality)
                .putObject("match")
                .put("name", name);
    }
}
