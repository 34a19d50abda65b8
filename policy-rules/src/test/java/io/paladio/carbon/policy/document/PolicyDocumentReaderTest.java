package io.paladio.carbon.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate.Invalid;
import io.paladio.carbon.policy.document.PolicyCandidate.Valid;
import io.paladio.carbon.policy.document.PolicyDocument.Audience;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.document.PolicyDocument.Enforcement;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.document.PolicyDocument.TagCondition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

final class PolicyDocumentReaderTest {

    @Test
    void a_row_filter_is_read_whole() {
        PolicyDocument document = valid(Documents.sample("filter"));

        assertThat(document.reference().id()).isEqualTo("pol_7c1e");
        assertThat(document.reference().version()).isEqualTo(14);
        assertThat(document.name()).isEqualTo("eu_rows_only");
        assertThat(document.enforcement()).isEqualTo(Enforcement.ENFORCE);
        assertThat(document.attachment().securable()).isEqualTo(new Securable(List.of("carbon", "sales")));
        assertThat(document.attachment().inherit()).isTrue();
        assertThat(document.when()).containsExactly(new TagCondition("sensitivity", Set.of("high")));
        assertThat(document.columns())
                .containsExactly(new ColumnSelector(
                        "$.columns[0]",
                        "region",
                        new ColumnMatch.ByTags(List.of(new TagCondition("geo", Set.of("region")))),
                        Cardinality.EXACTLY_ONE));
        assertThat(document.to()).isEqualTo(new Audience(true, Set.of(), Set.of()));
        assertThat(document.except()).isEqualTo(new Audience(false, Set.of("eu-auditors"), Set.of("sa:etl")));
        assertThat(document.valid().from()).isEmpty();
        assertThat(document.body())
                .isEqualTo(new RowFilterBody(Mode.RESTRICTIVE, "region = 'EU' OR is_member('global-analysts')"));
    }

    @Test
    void a_column_mask_is_read_whole() {
        PolicyDocument document = valid(Documents.sample("mask"));

        assertThat(document.columns().get(1).match()).isEqualTo(new ColumnMatch.ByName("consent_flag"));
        assertThat(document.columns())
                .extracting(ColumnSelector::cardinality)
                .containsExactly(Cardinality.EACH, Cardinality.OPTIONAL);
        assertThat(document.body())
                .isEqualTo(new ColumnMaskBody(
                        "c", "mask-alphanum", Optional.empty(), Optional.empty(), Optional.of("consent = true")));
    }

    @Test
    void what_is_left_out_is_the_stricter_way() {
        ObjectNode sample = Documents.sample("filter");
        sample.remove(List.of("mode", "enforcement", "when", "except", "valid", "tests"));
        ((ObjectNode) sample.get("attach")).remove("inherit");
        ((ObjectNode) sample.get("columns").get(0)).remove("cardinality");

        PolicyDocument document = valid(sample);

        assertThat(document.enforcement()).isEqualTo(Enforcement.ENFORCE);
        assertThat(document.attachment().inherit()).isTrue();
        assertThat(document.except()).isEqualTo(Audience.NOBODY);
        assertThat(document.when()).isEmpty();
        assertThat(document.columns().get(0).cardinality()).isEqualTo(Cardinality.EXACTLY_ONE);
        assertThat(document.body())
                .isInstanceOfSatisfying(
                        RowFilterBody.class, body -> assertThat(body.mode()).isEqualTo(Mode.RESTRICTIVE));
    }

    @ParameterizedTest(name = "{0} with {1} = {2}")
    @CsvFileSource(resources = "/document/accepted.psv", delimiter = '|', quoteCharacter = '#', numLinesToSkip = 1)
    void a_document_of_the_format_is_valid(String kind, String where, String what) {
        assertThat(PolicyDocumentReader.read(
                        Documents.changed(kind, where, what).toString()))
                .isInstanceOf(Valid.class);
        assertThat(PolicyDocumentReader.faults(
                        Documents.changed(kind, where, what).toString()))
                .isEmpty();
    }

    @Test
    void all_faults_of_a_document_are_told_each_by_its_path() {
        ObjectNode filter = Documents.sample("filter");
        filter.put("owner", "x").put("format", 2).put("name", "").put("enforcement", "maybe");
        filter.putObject("attach").put("securable", "*");
        filter.putObject("to");
        filter.withArray("columns").addObject().put("alias", "a.b");
        filter.withArray("columns").addObject().put("alias", "x").putObject("match");
        filter.putObject("expression").put("lang", "spark-sql-restricted/1").put("sql", "region = ");
        filter.withArray("tests").addObject();
        filter.putObject("valid").put("from", "yesterday");

        assertThat(PolicyDocumentReader.faults(filter.toString()))
                .extracting(Invalid::path)
                .containsExactly(
                        "$.owner",
                        "$.format",
                        "$.name",
                        "$.columns[1].alias",
                        "$.columns[2].match",
                        "$.expression.sql",
                        "$.tests[1].as",
                        "$.enforcement",
                        "$.attach.securable",
                        "$.to",
                        "$.valid.from");
    }

    @Test
    void all_faults_of_a_mask_are_told_and_none_that_follows_from_another() {
        ObjectNode mask = Documents.sample("mask");
        mask.put("on", "nobody");
        mask.putObject("mask").put("kind", "rot13");
        mask.putObject("unless").put("lang", "sql").put("sql", "TRUE");
        mask.putArray("lookups").addObject().put("securable", "carbon.gov.x").put("max-rows", 1);
        mask.remove("to");

        assertThat(PolicyDocumentReader.faults(mask.toString()))
                .extracting(Invalid::path)
                .containsExactly("$.on", "$.mask.kind", "$.unless.lang", "$.to");
        mask.withArray("columns").addObject();
        assertThat(PolicyDocumentReader.faults(mask.toString()))
                .extracting(Invalid::path)
                .containsExactly("$.columns[2].alias", "$.mask.kind", "$.unless.lang", "$.to");
    }

    @Test
    void all_tests_that_fail_are_told() {
        ObjectNode filter = Documents.sample("filter");
        filter.withArray("tests").forEach(test -> ((ObjectNode) test).put("expect", "visible"));
        filter.withArray("tests").add(filter.withArray("tests").get(0).deepCopy());

        assertThat(PolicyDocumentReader.faults(filter.toString()))
                .extracting(Invalid::path)
                .hasSize(2)
                .allMatch(path -> path.startsWith("$.tests["));
    }

    @ParameterizedTest(name = "{0} with {1} = {2} is at fault at {3}")
    @CsvFileSource(
            resources = {"/document/faults.psv", "/document/hostile.psv"},
            delimiter = '|',
            quoteCharacter = '#',
            numLinesToSkip = 1)
    void a_fault_is_told_by_its_path_and_a_way_out(String kind, String where, String what, String path, String says) {
        PolicyCandidate candidate =
                PolicyDocumentReader.read(Documents.changed(kind, where, what).toString());

        assertThat(candidate).isInstanceOf(Invalid.class);
        Invalid fault = (Invalid) candidate;
        assertThat(fault.path()).isEqualTo(path);
        assertThat(fault.problem()).contains(says).endsWith(".");
        assertThat(fault.id())
                .isEqualTo(where.equals("/id") ? "unreadable" : kind.equals("mask") ? "pol_91aa" : "pol_7c1e");
        assertThat(PolicyDocumentReader.faults(
                        Documents.changed(kind, where, what).toString()))
                .as("whoever asks for all faults is told this one, and none that follows from it")
                .containsExactly(fault);
    }

    @ParameterizedTest(name = "{0} is at fault at {1}")
    @CsvFileSource(resources = "/document/texts.psv", delimiter = '|', quoteCharacter = '#', numLinesToSkip = 1)
    void a_text_that_is_no_document_is_at_fault(String text, String path, String says) {
        PolicyCandidate candidate =
                PolicyDocumentReader.read(Optional.ofNullable(text).orElse(""));

        assertThat(candidate).isInstanceOfSatisfying(Invalid.class, fault -> {
            assertThat(fault.id()).isEqualTo("unreadable");
            assertThat(fault.path()).isEqualTo(path);
            assertThat(fault.problem()).contains(says);
        });
    }

    @Test
    void at_least_150_documents_are_known_to_be_refused() throws IOException {
        int documents = 0;
        for (String corpus : List.of("faults", "hostile", "texts", "unknown-names")) {
            try (InputStream stream =
                    PolicyDocumentReaderTest.class.getResourceAsStream("/document/" + corpus + ".psv")) {
                String lines = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                documents += (int) lines.lines().skip(1).distinct().count();
            }
        }
        assertThat(documents).isGreaterThanOrEqualTo(150);
    }

    @Test
    void a_document_without_end_is_refused_by_its_size() {
        assertThat(PolicyDocumentReader.read(" ".repeat(1024 * 1024 + 1)))
                .isInstanceOfSatisfying(
                        Invalid.class, fault -> assertThat(fault.problem()).contains("1048576"));
    }

    @Test
    void a_number_without_bounds_costs_nothing() {
        String text = Documents.sample("filter").toString().replace("{\"region\":null}", "{\"region\":1e999999999}");

        assertThat(text).contains("1e999999999");
        assertThat(PolicyDocumentReader.read(text)).isInstanceOfSatisfying(Invalid.class, fault -> {
            assertThat(fault.path()).isEqualTo("$.tests[0].row.region");
            assertThat(fault.problem()).contains("38 digits");
        });
    }

    @Test
    void S9_a_declared_lookup_is_valid_as_a_document() {
        ObjectNode document = Documents.changed(
                "untested", "/lookups", "[{\"securable\":\"carbon.gov.user_region\",\"max-rows\":100000}]");
        ((ObjectNode) document.get("expression"))
                .put(
                        "sql",
                        "region IN (SELECT region FROM lookup('carbon.gov.user_region') WHERE principal = current_principal())");

        assertThat(valid(document).body()).isInstanceOf(RowFilterBody.class);
    }

    @ParameterizedTest(name = "attached to {0}, inherited {1}, asking for tags {2}, {3}")
    @CsvSource({
        "carbon.gov.user_region, true, true, exactly_one, true",
        "carbon.gov.user_region, false, true, each, true",
        "carbon.gov, true, false, exactly_one, true",
        "carbon, true, false, exactly_one, true",
        "carbon, true, false, optional, true",
        "carbon, true, true, exactly_one, false",
        "carbon, true, false, each, false",
        "carbon, false, false, exactly_one, false",
        "carbon.gov, false, false, exactly_one, false",
        "carbon.sales, true, false, exactly_one, false"
    })
    void S9_a_policy_that_governs_its_own_lookup_is_at_fault(
            String securable, boolean inherit, boolean tagged, String cardinality, boolean atFault) {
        ObjectNode document = Documents.changed(
                "untested", "/lookups", "[{\"securable\":\"carbon.gov.user_region\",\"max-rows\":9}]");
        document.withObject("/expression").put("sql", "region IN (SELECT r FROM lookup('carbon.gov.user_region'))");
        document.withObject("/attach").put("securable", securable).put("inherit", inherit);
        ((ObjectNode) document.at("/columns/0")).put("cardinality", cardinality);
        if (!tagged) {
            document.remove("when");
        }

        PolicyCandidate candidate = PolicyDocumentReader.read(document.toString());

        if (!atFault) {
            assertThat(candidate).isInstanceOf(Valid.class);
            return;
        }
        assertThat(candidate).isInstanceOfSatisfying(Invalid.class, fault -> {
            assertThat(fault.path()).isEqualTo("$.lookups[0].securable");
            assertThat(fault.problem()).contains("Look up a table elsewhere");
        });
    }

    @Test
    void S21_the_etag_is_the_hash_of_the_canonical_form() {
        String one = "{\"b\":1,\"a\":[true,{\"d\":\"ü\",\"c\":null}]}";
        String other = " { \"a\" : [ true , { \"c\":null, \"d\":\"\\u00fc\" } ],\n \"b\":1 } ";
        // sha256 of {"a":[true,{"c":null,"d":"ü"}],"b":1}
        String expected = "sha256:60f2b47746169b30e59bda4bab4b49d7510281d7c5cac91300c4b4997e17f49b";

        assertThat(etag(one)).isEqualTo(etag(other)).isEqualTo(expected);
        assertThat(etag("{\"a\":1}")).isNotEqualTo(etag("{\"a\":2}"));
    }

    @Test
    void S21_order_and_space_do_not_make_another_version() {
        ObjectNode sample = Documents.sample("filter");
        String etag = valid(sample).reference().etag();
        sample.set("format", sample.remove("format"));

        assertThat(valid(sample).reference().etag()).isEqualTo(etag).matches("sha256:[0-9a-f]{64}");
        sample.put("name", "another");
        assertThat(valid(sample).reference().etag()).isNotEqualTo(etag);
    }

    @ParameterizedTest
    @CsvSource({"2026-01-31T00:00:00Z,2026-01-31T00:00:00Z", "2026-01-31T02:00+02:00,2026-01-31T00:00:00Z"})
    void a_bound_in_time_is_an_instant(String written, Instant expected) {
        ObjectNode document = Documents.changed("filter", "/valid", "{\"from\":\"" + written + "\"}");

        assertThat(valid(document).valid().from()).contains(expected);
    }

    private static PolicyDocument valid(ObjectNode json) {
        PolicyCandidate candidate = PolicyDocumentReader.read(json.toString());
        assertThat(candidate).isInstanceOf(Valid.class);
        return ((Valid) candidate).document();
    }

    private static String etag(String json) {
        try {
            return JsonText.etag(JsonText.parse(json));
        } catch (DocumentFault fault) {
            throw new AssertionError(fault);
        }
    }
}
