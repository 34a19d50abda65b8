package io.paladio.carbon.index.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.FaultyDocument.Standing;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of an Index folder that are at fault after they were whole: what they last were stays in force, and is told of. */
class FileReloadTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");
    private static final Securable OTHER = Securable.table("carbon", "sales", "orders");
    private static final String POLICY = """
            {"format": 1, "id": "pol_1", "name": "eu", "version": 1, "type": "row_filter", "enforcement": "enforce",
             "attach": {"securable": "carbon.hr", "inherit": true}, "to": {"everyone": true},
             "expression": {"lang": "spark-sql-restricted/1", "sql": "region = 'EU'"}}""";

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectory(folder.resolve("policies"));
        write("principals.json", """
                {"principals": {"alice": {"groups": ["de"], "attributes": {"region": "EU"}}, "svc": {}}}""");
        write("tags.json", """
                {"carbon": {"tags": {"owner": "all", "level": "low"}}, "carbon.hr": {"tags": {"level": "high"}},
                 "carbon.hr.t": {"tags": {"level": "top"}, "columns": {"email": {"pii": "email"}}}}""");
        write("policies/pol_1.json", POLICY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "principals.json | {\"principals\": {\"alice\": {\"gro | it is no JSON, line 1",
                "principals.json | {\"principals\": {\"alice\": {\"groups\": \"de\"}}} | $.principals.*.groups is no array",
                "tags.json | [] | $ is no object",
                "tags.json | '' | $ is no object",
                "access.json | {\"carbon.hr.t\": {\"deny\": \"dan\"}} | $.*.deny is no array"
            })
    void S22_any_other_file_at_fault_keeps_what_it_was_and_is_told_of(String file, String text, String fault)
            throws IOException {
        write("access.json", "{\"carbon.hr.t\": {\"deny\": [\"dan\"]}}");
        FilePolicySource source = source();
        ResolveAnswer dan = source.resolve(request("dan"));
        ResolveAnswer alice = source.resolve(request("alice"));
        assertThat(source.faults()).isEmpty();

        write(file, text);
        assertThat(source.resolve(request("dan")).tables()).isEqualTo(dan.tables());
        assertThat(source.resolve(request("alice")).principal()).isEqualTo(alice.principal());
        assertThat(source.faults()).containsExactly(new FaultyDocument(file, fault, Standing.EARLIER_STATE));

        write("tags.json", "{}");
        write("principals.json", "{\"principals\": {}}");
        write("access.json", "{}");
        assertThat(source.faults()).isEmpty();
        assertThat(source.resolve(request("alice")).principal().groups()).isEmpty();
        assertThat(source.resolve(request("dan")).tables().get(TABLE).access()).isEqualTo(Access.UNKNOWN);
        assertThat(source.resolve(request("dan")).tables().get(TABLE).tags()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"format\": 1, \"id\": \"pol_1\"}", "\u0000", "half written"})
    void S22_a_policy_at_fault_keeps_what_it_was_and_is_told_of(String text) throws IOException {
        FilePolicySource source = source();
        Map<Securable, TableAnswer> before = source.resolve(request("alice")).tables();
        write("policies/pol_1.json", text);

        assertThat(source.resolve(request("alice")).tables()).isEqualTo(before);
        assertThat(source.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.document()).isEqualTo("policies/pol_1.json");
            assertThat(fault.fault()).startsWith("at $").doesNotContain("region", "EU");
            assertThat(fault.standing()).isEqualTo(Standing.EARLIER_STATE);
        });
        write("policies/pol_1.json", POLICY.replace("'EU'", "'US'"));
        assertThat(source.resolve(request("alice")).tables()).isNotEqualTo(before);
        assertThat(source.faults()).isEmpty();
    }

    @Test
    void S22_a_version_whose_own_test_fails_is_rejected_and_the_one_before_stays_in_force() throws IOException {
        FilePolicySource source = source();
        Map<Securable, TableAnswer> before = source.resolve(request("alice")).tables();
        String tested = POLICY.replace(
                "\"version\": 1",
                "\"version\": 2, \"tests\": [ {\"as\": {\"principal\": \"a\"},"
                        + " \"row\": {\"region\": \"EU\"}, \"expect\": \"%s\"} ]");
        write("policies/pol_1.json", tested.formatted("hidden"));

        assertThat(source.resolve(request("alice")).tables()).isEqualTo(before);
        assertThat(source.faults())
                .containsExactly(new FaultyDocument("policies/pol_1.json", "at $.tests[0]", Standing.EARLIER_STATE));

        write("policies/pol_1.json", tested.formatted("visible"));
        assertThat(source.resolve(request("alice")).tables()).isNotEqualTo(before);
        assertThat(source.faults()).isEmpty();
        assertThat(policiesOfTable(source)).allMatch(PolicyCandidate.Valid.class::isInstance);
    }

    @Test
    void S22_without_an_earlier_version_a_policy_whose_own_test_fails_refuses_what_it_hangs_on() throws IOException {
        FilePolicySource source = source();
        source.resolve(request("alice"));
        write(
                "policies/pol_2.json",
                POLICY.replace("pol_1", "pol_2")
                        .replace(
                                "\"version\": 1",
                                "\"version\": 1, \"tests\": [ {\"as\": {\"principal\": \"a\"},"
                                        + " \"row\": {\"region\": \"EU\"}, \"expect\": \"hidden\"} ]"));

        assertThat(policiesOfTable(source)).anyMatch(PolicyCandidate.Invalid.class::isInstance);
        assertThat(source.resolve(request("alice")).tables().get(OTHER).policies())
                .isEmpty();
        assertThat(source.faults())
                .containsExactly(new FaultyDocument("policies/pol_2.json", "at $.tests[0]", Standing.REFUSED));
    }

    @Test
    void S22_a_policy_at_fault_in_a_renamed_file_keeps_what_its_id_was() throws IOException {
        FilePolicySource source = source();
        Map<Securable, TableAnswer> before = source.resolve(request("alice")).tables();
        Files.delete(folder.resolve("policies/pol_1.json"));
        write("policies/renamed.json", POLICY.replace("\"format\": 1", "\"format\": 9"));

        assertThat(source.resolve(request("alice")).tables()).isEqualTo(before);
        Files.delete(folder.resolve("policies/renamed.json"));
        assertThat(policiesOfTable(source)).isEmpty();
        write("policies/renamed.json", POLICY.replace("\"format\": 1", "\"format\": 9"));
        assertThat(policiesOfTable(source)).anyMatch(PolicyCandidate.Invalid.class::isInstance);
    }

    @Test
    void S22_a_file_that_becomes_another_policy_at_fault_keeps_the_one_and_refuses_where_the_other_hangs()
            throws IOException {
        FilePolicySource source = source();
        Map<Securable, TableAnswer> before = source.resolve(request("alice")).tables();
        write(
                "policies/pol_1.json",
                POLICY.replace("pol_1", "pol_9")
                        .replace("\"format\": 1", "\"format\": 9")
                        .replace("carbon.hr", "carbon.sales"));

        Map<Securable, TableAnswer> after = source.resolve(request("alice")).tables();
        assertThat(after.get(TABLE)).isEqualTo(before.get(TABLE));
        assertThat(after.get(OTHER).policies()).singleElement().isInstanceOf(PolicyCandidate.Invalid.class);
        assertThat(source.faults()).hasSize(2);
    }

    @Test
    void S22_two_files_that_come_to_the_same_id_are_a_fault_although_one_was_there_before() throws IOException {
        FilePolicySource source = source();
        source.resolve(request("alice"));
        write("policies/pol_2.json", POLICY.replace("'EU'", "'US'"));

        assertThat(policiesOfTable(source)).anyMatch(PolicyCandidate.Invalid.class::isInstance);
        assertThat(source.faults())
                .containsExactly(new FaultyDocument("policies/pol_2.json", "at $.id", Standing.REFUSED));
    }

    @Test
    void a_folder_that_is_refused_as_a_whole_is_told_of() throws IOException {
        FilePolicySource source = source();
        write("tags.json", "[]");

        assertThat(source.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.fault()).contains("tags.json is malformed");
            assertThat(fault.standing()).isEqualTo(Standing.REFUSED);
        });
    }

    private static List<PolicyCandidate> policiesOfTable(FilePolicySource source) {
        return source.resolve(request("alice")).tables().get(TABLE).policies();
    }

    private FilePolicySource source() {
        return new FilePolicySource(folder, Duration.ofSeconds(2));
    }

    private static ResolveRequest request(String principal) {
        return new ResolveRequest(new Caller(principal, Optional.empty(), Map.of()), Set.of(TABLE, OTHER));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
