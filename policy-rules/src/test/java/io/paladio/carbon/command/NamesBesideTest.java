package io.paladio.carbon.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S10: documents are held against the principals and tags that lie beside them. */
class NamesBesideTest {
    private static final String FILTER = """
            {"format": 1, "id": "pol_f", "name": "n", "version": 1, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "carbon.hr"}, "to": {"everyone": true}, "except": {"groups": ["auditors"]},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "region = 'EU'"}}""";
    private static final String MASK = """
            {"format": 1, "id": "pol_m", "name": "n", "version": 1, "type": "column_mask", "enforcement": "enforce",
             "attach": {"securable": "carbon"}, "to": {"everyone": true},
             "columns": [{"alias": "c", "match": {"tag": "pii", "op": "eq", "value": "email"}, "cardinality": "each"}],
             "on": "c", "mask": {"kind": "mask-alphanum"}}""";

    @TempDir
    Path folder;

    private record Ended(int code, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    @BeforeEach
    void valid_documents() throws IOException {
        write("policies/filter.json", FILTER);
        write("policies/mask.json", MASK);
        write("principals.json", "{\"principals\": {\"bob\": {}, \"alice\": {\"groups\": [\"auditors\"]}}}");
        write("tags.json", "{\"carbon.hr.t\": {\"columns\": {\"mail\": {\"pii\": \"email\"}}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "filter | auditors | auditor | $.except.groups[0]: Index holds no group `auditor`. Write `auditors`,",
                "filter | region = 'EU' | is_member('auditers') OR region = 'EU' | $.expression.sql: Index holds no group `auditers`. Write `auditors`,",
                "mask | pii | PII | $.columns[0].match.tag: Index holds no tag `PII`. Write `pii`,"
            })
    void S10_validate_finds_names_that_the_files_beside_the_documents_do_not_hold(
            String document, String right, String wrong, String says) throws IOException {
        String text = Files.readString(Path.of(file("policies/" + document + ".json")));
        write("policies/" + document + ".json", text.replace(right, wrong));

        for (String place : List.of(folder.toString(), file("policies"), file("policies/" + document + ".json"))) {
            Ended ended = run("policy", "validate", place);
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out()).contains(document + ".json: " + says).contains(", 1 finding\n");
            assertThat(ended.err()).isEmpty();
        }
        Files.delete(Path.of(file("principals.json")));
        Files.delete(Path.of(file("tags.json")));
        assertThat(run("policy", "validate", folder.toString()))
                .as("without these files nothing is known of names")
                .isEqualTo(new Ended(0, "2 documents, 0 findings\n", ""));
    }

    @Test
    void S10_validate_warns_of_principals_and_values_that_are_not_known_yet() throws IOException {
        write("policies/filter.json", FILTER.replace("{\"groups\": [\"auditors\"]}", "{\"principals\": [\"alcie\"]}"));
        write("policies/mask.json", MASK.replace("\"email\"", "\"iban\""));
        Ended ended = run("policy", "validate", folder.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isEqualTo("2 documents, 0 findings\n");
        assertThat(ended.err().lines())
                .hasSize(2)
                .anyMatch(line ->
                        line.startsWith("Warning: " + file("policies/filter.json") + ": $.except.principals[0]: ")
                                && line.contains("`alice`"))
                .anyMatch(line ->
                        line.startsWith("Warning: " + file("policies/mask.json") + ": $.columns[0].match.value: "));
        Ended machine = run("policy", "validate", "--json", folder.toString());
        assertThat(machine.json().path("holds").asBoolean()).isTrue();
        assertThat(machine.json().path("warnings")).hasSize(2);
        assertThat(machine.err()).isEmpty();
    }

    @Test
    void validate_knows_the_tags_that_columns_owe_and_lists_that_lie_among_documents() throws IOException {
        write(
                "obligations/o.json",
                "{\"format\": 1, \"statement\": \"s\", \"securable\": \"carbon.hr.u\", \"columns\": {\"m\": {\"pii\": \"email\"}}}");
        write("tags.json", "{}");
        assertThat(run("policy", "validate", folder.toString()).out()).isEqualTo("2 documents, 0 findings\n");

        write("flat/mask.json", MASK);
        write("flat/tags.json", "{\"carbon.hr.t\": {\"columns\": {\"mail\": {\"pi\": \"email\"}}}}");
        assertThat(run("policy", "validate", file("flat")).out())
                .contains("Index holds no tag `pii`. Write `pi`,")
                .endsWith("1 document, 1 finding\n");
    }

    @Test
    void validate_tells_of_a_list_of_names_that_is_at_fault() throws IOException {
        write("principals.json", "{");
        Ended ended = run("policy", "validate", folder.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .startsWith(
                        folder + ": $: Of the files beside the policies, principals.json is malformed, it is no JSON")
                .endsWith("2 documents, 1 finding\n");
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
