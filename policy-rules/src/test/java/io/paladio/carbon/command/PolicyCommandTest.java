package io.paladio.carbon.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands as a person or a pipeline calls them: what they write and with what they end. */
class PolicyCommandTest {
    private static final String FILTER = """
            {"format": 1, "id": "%s", "name": "n", "version": 1, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "carbon.hr"}, "to": {"everyone": true}, "except": {"groups": ["auditors"]},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "%s"},
             "tests": [{"as": {"principal": "bob"}, "row": {"region": "EU"}, "expect": "visible"},
                       {"as": {"principal": "bob"}, "row": {"region": null}, "expect": "hidden"}]}""";
    private static final String MASK = """
            {"format": 1, "id": "%s", "name": "n", "version": 1, "type": "column_mask", "enforcement": "enforce",
             "attach": {"securable": "%s"}, "to": {"everyone": true},
             "columns": [{"alias": "c", "match": {"tag": "pii", "op": "eq", "value": "email"}, "cardinality": "each"}],
             "on": "c", "mask": {"kind": "%s"}}""";

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    @BeforeEach
    void valid_documents() throws IOException {
        write("policies/filter.json", FILTER.formatted("pol_f", "region = 'EU'"));
        write("policies/mask.json", MASK.formatted("pol_m", "carbon", "mask-alphanum"));
        write("principals.json", "{\"principals\": {\"bob\": {}, \"alice\": {\"groups\": [\"auditors\"]}}}");
        write("tags.json", "{\"carbon.hr.t\": {\"columns\": {\"mail\": {\"pii\": \"email\"}}}}");
    }

    @Test
    void validate_ends_with_0_where_all_holds() {
        Ended ended = run("policy", "validate", folder.toString());

        assertThat(ended).isEqualTo(new Ended(0, "2 documents, 0 findings\n", ""));
        assertThat(run("policy", "validate", file("policies/filter.json"), file("policies/mask.json")))
                .isEqualTo(ended);
    }

    @Test
    void validate_names_the_file_the_path_and_what_to_write_instead() throws IOException {
        write(
                "policies/broken.json",
                FILTER.formatted("pol_b", "region = 'EU'").replace("\"format\": 1", "\"format\": 2"));
        Ended ended = run("policy", "validate", folder.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .startsWith(file("policies/broken.json") + ": $.format: Only format 1 is known. Write 1.\n")
                .endsWith("3 documents, 1 finding\n");
        JsonNode json = run("policy", "validate", "--json", folder.toString()).json();
        assertThat(json.path("holds").asBoolean()).isFalse();
        assertThat(json.path("documents").asInt()).isEqualTo(3);
        assertThat(json.path("findings").path(0).path("path").asText()).isEqualTo("$.format");
    }

    @Test
    void validate_tells_all_that_is_the_matter_with_one_document() throws IOException {
        write(
                "policies/broken.json",
                FILTER.formatted("pol_b", "region = ")
                        .replace("\"format\": 1", "\"format\": 2")
                        .replace("\"attach\"", "\"attached\""));
        Ended ended = run("policy", "validate", file("policies/broken.json"));

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out().lines())
                .hasSize(5)
                .anyMatch(line -> line.contains(": $.attached: "))
                .anyMatch(line -> line.contains(": $.attach: "))
                .anyMatch(line -> line.contains(": $.format: "))
                .anyMatch(line -> line.contains(": $.expression.sql: "))
                .contains("1 document, 4 findings");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TRUE OR region = 'EU' | $.expression.sql: The filter is always true",
                "region IS NULL OR region IS NOT NULL | $.expression.sql: The filter is always true",
                "region = 'EU' AND region = 'US' | $.expression.sql: The filter is never true",
                "region = 'US' | $.expression.sql: Together with the filter of policy pol_f it hides every row"
            })
    void validate_finds_filters_that_decide_nothing_and_those_that_stand_against_another(String sql, String says)
            throws IOException {
        write("policies/z.json", FILTER.formatted("pol_z", sql).replaceAll("(?s),\\s*\"tests\".*", "}"));
        Ended ended = run("policy", "validate", folder.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("z.json: " + says).contains("3 documents, 1 finding");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show-last-4 | ",
                "mask-alphanum | ",
                "mask-to-fixed-value | ",
                "deny | ",
                "sha-256-global | Together with the mask-alphanum of policy pol_m on the same column it becomes"
                        + " mask-to-fixed-value."
            })
    void validate_finds_masks_that_leave_nothing_of_each_other(String kind, String says) throws IOException {
        write("policies/z.json", MASK.formatted("pol_z", "carbon.hr.t", kind));
        Ended ended = run("policy", "validate", folder.toString());

        assertThat(ended.code()).isEqualTo(says == null ? 0 : 1);
        assertThat(ended.out()).contains(says == null ? "0 findings" : "$.mask.kind: " + says);
    }

    @ParameterizedTest
    @CsvSource({
        "carbon.gov.seen, a, b, '$.lookups: Its lookup is under the policy pol_a'",
        "carbon.gov.seen, b, a, '$.attach.securable: It governs a lookup of the policy pol_b'",
        "carbon.gov, a, b, '$.lookups: Its lookup is under the policy pol_a'",
        "carbon.gov.other, a, b, 0 findings"
    })
    void S9_validate_finds_a_lookup_that_another_document_governs(
            String governed, String governing, String looking, String says) throws IOException {
        String lookup = "region IN (SELECT r FROM lookup('carbon.gov.seen'))";
        String plain = FILTER.replaceAll("(?s),\\s*\"tests\".*", "}");
        write(
                "policies/" + governing + ".json",
                plain.formatted("pol_a", "region = 'EU'").replace("\"carbon.hr\"", "\"" + governed + "\""));
        write(
                "policies/" + looking + ".json",
                plain.formatted("pol_b", lookup)
                        .replaceFirst(
                                "\\}$", ", \"lookups\": [{\"securable\": \"carbon.gov.seen\", \"max-rows\": 9}]}"));

        assertThat(run("policy", "validate", folder.toString()).out()).contains(says);
    }

    @Test
    void validate_finds_two_documents_of_one_id() throws IOException {
        write("policies/z.json", FILTER.formatted("pol_f", "region = 'EU'"));

        assertThat(run("policy", "validate", folder.toString()).out())
                .contains("z.json: $.id: Another document has the same id.");
    }

    @Test
    void test_runs_all_tests_and_tells_of_each_that_fails() throws IOException {
        assertThat(run("policy", "test", folder.toString()))
                .isEqualTo(new Ended(0, "2 tests in 2 documents, 0 findings\n", ""));
        write("policies/filter.json", FILTER.formatted("pol_f", "region IS NULL"));
        Ended ended = run("policy", "test", folder.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("$.tests[0]: The test fails: the row is hidden.")
                .contains("$.tests[1]: The test fails: the row is visible.")
                .endsWith("2 tests in 2 documents, 2 findings\n");
        JsonNode json = run("policy", "test", "--json", folder.toString()).json();
        assertThat(json.path("tests").asInt()).isEqualTo(2);
        assertThat(json.path("findings")).hasSize(2);
    }

    @Test
    void explain_tells_policy_by_policy_why_it_binds_or_does_not() throws IOException {
        Ended bob = explain("bob", "carbon.hr.t");
        assertThat(bob.code()).isZero();
        assertThat(bob.out())
                .contains("principal bob, groups []", "table carbon.hr.t, access unknown")
                .contains("pol_f@1 row_filter restrictive: binds")
                .contains("pol_m@1 column_mask mask-alphanum on mail: binds")
                .contains("Whether each fits the table's columns is not looked at");
        assertThat(explain("alice", "carbon.hr.t").out()).contains("pol_f@1 row_filter restrictive: except names");
        assertThat(explain("bob", "other.hr.t").out()).contains("No policy hangs on the table");

        JsonNode json = run(
                        "policy",
                        "explain",
                        "--json",
                        "--principal",
                        "bob",
                        "--table",
                        "carbon.hr.t",
                        "--index",
                        folder.toString())
                .json();
        assertThat(json.path("policies").path(0).path("verdict").asText()).isEqualTo("binds");
        assertThat(json.path("access").asText()).isEqualTo("unknown");
        assertThat(json.path("bound-to-columns").asBoolean(true)).isFalse();
    }

    @Test
    void explain_ends_with_1_where_a_document_of_the_table_is_at_fault() throws IOException {
        write("policies/broken.json", "{");
        Ended ended = explain("bob", "carbon.hr.t");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("policies/broken.json: $: ", "its table refused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "policy",
                "policies",
                "policy validate",
                "policy validate --strict x",
                "policy validate no-such-file.json",
                "policy test no-such-folder",
                "policy apply . --index https://index",
                "policy apply . --index nowhere",
                "policy apply .",
                "policy apply . --index jdbc:postgresql://localhost/x?password=y --user u",
                "policy explain --principal bob",
                "policy explain --principal bob --table t --index .",
                "policy explain --principal bob --table a.b.c --index nowhere",
                "policy explain --principal bob --table a.b.c --index ht\\tp:",
                "policy explain --principal bob --table a.b.c --index http://u:p@host",
                "policy explain --principal bob --table a.b.c --index .",
                "policy why",
                "policy why --statement s --index .",
                "policy why --statement s --decisions no-such-file",
                "policy replay --principal bob --table a.b.c --at now --index .",
                "policy replay --principal bob --table a.b --at 2026-01-01T00:00:00Z --index .",
                "policy replay --principal bob --table a.b.c --at 2026-01-01T00:00:00Z --index ."
            })
    void a_command_that_can_not_be_carried_out_ends_with_2_and_says_why(String command) {
        Ended ended = run(command.isEmpty() ? new String[0] : command.split(" "));

        assertThat(ended.code()).as(ended.toString()).isEqualTo(2);
        assertThat(ended.err()).isNotBlank().doesNotContain("\tat ");
    }

    @Test
    void a_folder_without_documents_is_a_mistake_and_not_a_success() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThat(run("policy", "validate", empty.toString()).code()).isEqualTo(2);
    }

    private Ended explain(String principal, String table) {
        return run("policy", "explain", "--principal", principal, "--table", table, "--index", folder.toString());
    }

    private static Ended run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Carbon.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
