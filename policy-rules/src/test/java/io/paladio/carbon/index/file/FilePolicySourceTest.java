package io.paladio.carbon.index.file;

import static io.paladio.carbon.index.Refusals.assertIndexUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Index as a folder: what it answers, and what it makes of files at fault. */
class FilePolicySourceTest {
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

    @Test
    void tables_are_answered_with_their_tags_the_nearest_winning_and_the_policies_of_what_they_lie_in() {
        ResolveAnswer answer = resolve("alice");
        TableAnswer table = answer.tables().get(TABLE);
        assertThat(table.tags()).containsExactlyInAnyOrderEntriesOf(Map.of("owner", "all", "level", "top"));
        assertThat(table.columnTags()).isEqualTo(Map.of("email", Map.of("pii", "email")));
        assertThat(table.access()).isEqualTo(Access.UNKNOWN);
        assertThat(table.policies()).singleElement().isInstanceOf(PolicyCandidate.Valid.class);
        TableAnswer other = answer.tables().get(OTHER);
        assertThat(other.tags()).containsExactlyInAnyOrderEntriesOf(Map.of("owner", "all", "level", "low"));
        assertThat(other.policies()).isEmpty();
        assertThat(other.etag()).isNotEqualTo(table.etag());
    }

    @Test
    void a_principal_has_its_groups_and_index_attributes_before_those_of_its_token() {
        ResolveRequest request = new ResolveRequest(
                new Caller("alice", Optional.empty(), Map.of("region", "US", "dept", "x")), Set.of(TABLE));
        assertThat(source().resolve(request).principal()).satisfies(alice -> {
            assertThat(alice.groups()).containsExactly("de");
            assertThat(alice.attributes()).containsExactlyInAnyOrderEntriesOf(Map.of("region", "EU", "dept", "x"));
        });
    }

    @Test
    void an_unknown_principal_is_in_no_group() {
        assertThat(resolve("nobody").principal().groups()).isEmpty();
        assertThat(resolve("nobody").tables().get(TABLE).access()).isEqualTo(Access.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"carbon.hr.t, DENIED, UNKNOWN", "carbon.hr, DENIED, UNKNOWN", "carbon, DENIED, DENIED"})
    void S1_a_denial_holds_for_all_that_lies_within(String securable, Access table, Access other) throws IOException {
        write("access.json", "{\"" + securable + "\": {\"deny\": [\"dan\"]}}");
        assertThat(resolve("dan").tables().get(TABLE).access()).isEqualTo(table);
        assertThat(resolve("dan").tables().get(OTHER).access()).isEqualTo(other);
        assertThat(resolve("alice").tables().get(TABLE).access()).isEqualTo(Access.UNKNOWN);
    }

    @Test
    void S22_a_change_holds_from_the_next_question_on_and_nothing_else_does() throws IOException {
        FilePolicySource source = source();
        ResolveAnswer before = source.resolve(request("alice"));
        ResolveAnswer same = source.resolve(request("alice"));
        assertThat(same.tables()).isEqualTo(before.tables());
        assertThat(same.epoch()).isEqualTo(before.epoch());
        write("policies/pol_1.json", POLICY.replace("'EU'", "'US'"));
        ResolveAnswer after = source.resolve(request("alice"));
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertThat(after.tables().get(TABLE).etag())
                .isNotEqualTo(before.tables().get(TABLE).etag());
        assertThat(after.tables().get(OTHER).etag())
                .isEqualTo(before.tables().get(OTHER).etag());
        Files.delete(folder.resolve("policies/pol_1.json"));
        assertThat(source.resolve(request("alice")).tables().get(TABLE).policies())
                .isEmpty();
    }

    @Test
    void S22_a_change_is_seen_even_if_size_and_time_of_the_file_stay() throws IOException {
        FilePolicySource source = source();
        Path file = folder.resolve("policies/pol_1.json");
        FileTime time = Files.getLastModifiedTime(file);
        String before = source.resolve(request("alice")).tables().get(TABLE).etag();
        write("policies/pol_1.json", POLICY.replace("'EU'", "'US'"));
        Files.setLastModifiedTime(file, time);
        assertThat(source.resolve(request("alice")).tables().get(TABLE).etag()).isNotEqualTo(before);
    }

    @Test
    void files_that_have_settled_are_not_read_again() throws IOException {
        FilePolicySource source = source();
        for (String name : new String[] {"principals.json", "tags.json", "policies/pol_1.json"}) {
            Files.setLastModifiedTime(
                    folder.resolve(name), FileTime.from(Instant.now().minusSeconds(3600)));
        }
        ResolveAnswer first = source.resolve(request("alice"));
        ResolveAnswer second = source.resolve(request("alice"));
        assertThat(second.epoch()).isEqualTo(first.epoch());
        assertThat(second.tables().get(TABLE).policies().get(0))
                .isSameAs(first.tables().get(TABLE).policies().get(0));
    }

    @Test
    void a_new_policy_that_is_half_written_refuses_every_table_until_it_is_whole() throws IOException {
        FilePolicySource source = source();
        write("policies/pol_2.json", POLICY.substring(0, POLICY.length() / 2));
        assertThat(source.resolve(request("alice")).tables().values())
                .allSatisfy(table -> assertThat(table.policies())
                        .anySatisfy(policy -> assertThat(policy)
                                .isInstanceOfSatisfying(
                                        PolicyCandidate.Invalid.class,
                                        fault -> assertThat(fault.id()).isEqualTo("policies/pol_2.json"))));
        write("policies/pol_2.json", POLICY.replace("pol_1", "pol_2"));
        assertThat(source.resolve(request("alice")).tables().get(TABLE).policies())
                .hasSize(2)
                .allSatisfy(policy -> assertThat(policy).isInstanceOf(PolicyCandidate.Valid.class));
    }

    @Test
    void an_invalid_policy_that_says_where_it_hangs_refuses_what_lies_there() throws IOException {
        write("policies/pol_2.json", POLICY.replace("pol_1", "pol_2").replace("\"format\": 1", "\"format\": 9"));
        Map<Securable, TableAnswer> tables = resolve("alice").tables();
        assertThat(tables.get(TABLE).policies()).anyMatch(PolicyCandidate.Invalid.class::isInstance);
        assertThat(tables.get(OTHER).policies()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"carbon.hr.*,false", "carbon.hr.t*,false", "carbon.*,true", "*,true", "carbon.`a.*`.x*,true"})
    void a_policy_on_a_wildcard_refuses_what_lies_where_the_wildcard_begins(String place, boolean elsewhereToo)
            throws IOException {
        write("policies/pol_2.json", "{\"attach\": {\"securable\": \"" + place + "\"}}");
        Map<Securable, TableAnswer> tables = resolve("alice").tables();
        assertThat(tables.get(TABLE).policies()).anyMatch(PolicyCandidate.Invalid.class::isInstance);
        assertThat(tables.get(OTHER).policies().isEmpty()).isNotEqualTo(elsewhereToo);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "null", "{\"attach\": {\"securable\": 7}}", "{\"attach\": {\"securable\": \"a..b\"}}"})
    void a_policy_that_says_nothing_of_its_place_refuses_every_table(String text) throws IOException {
        write("policies/x.JSON", text);
        assertThat(resolve("alice").tables().values())
                .allSatisfy(table -> assertThat(table.policies()).anyMatch(PolicyCandidate.Invalid.class::isInstance));
    }

    @Test
    void a_policy_file_that_is_no_text_refuses_every_table() throws IOException {
        Files.write(folder.resolve("policies/binary.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        Files.createDirectory(folder.resolve("policies/folder.json"));
        assertThat(resolve("alice").tables().get(OTHER).policies())
                .hasSize(2)
                .allMatch(PolicyCandidate.Invalid.class::isInstance);
    }

    @Test
    void two_files_of_one_id_are_a_fault() throws IOException {
        write("policies/again.json", POLICY.replace("'EU'", "'US'"));
        assertThat(resolve("alice").tables().get(TABLE).policies())
                .anySatisfy(policy -> assertThat(policy)
                        .isInstanceOfSatisfying(
                                PolicyCandidate.Invalid.class,
                                fault -> assertThat(fault.path()).isEqualTo("$.id")));
    }

    @Test
    void files_that_are_no_documents_are_none() throws IOException {
        write("policies/README.md", "policies");
        write("policies/pol_2.json.tmp", "half");
        write("notes.json", "not ours");
        assertThat(resolve("alice").tables().get(TABLE).policies()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "principals.json | {\"principals\": {\"alice\": {\"gro",
                "principals.json | {}",
                "principals.json | {\"principals\": {\"alice\": {\"groups\": \"de\"}}}",
                "principals.json | {\"principals\": {\"alice\": {\"groups\": [null]}}}",
                "principals.json | {\"principals\": {\"alice\": {}, \"alice\": {}}}",
                "principals.json | {\"principals\": {\"alice\": {\"group\": []}}}",
                "tags.json | []",
                "tags.json | {\"carbon.hr.t\": {\"columns\": {\"email\": {\"pii\": null}}}}",
                "tags.json | {\"carbon.hr\": {\"columns\": {}}}",
                "tags.json | {\"carbon..t\": {}}",
                "tags.json | {\"`carbon`.hr\": {}}",
                "access.json | {\"carbon.hr.t\": {\"deny\": \"dan\"}}",
                "access.json | {\"carbon.hr.t\": {\"allow\": [\"dan\"]}}",
                "access.json | {"
            })
    void S22_any_other_file_that_was_never_whole_refuses_everything(String file, String text) throws IOException {
        FilePolicySource source = source();
        write(file, text);
        assertIndexUnavailable(() -> source.resolve(request("alice")), file);
        assertIndexUnavailable(() -> source.resolve(request("alice")), file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"principals.json", "tags.json"})
    void S22_a_missing_file_refuses_everything(String file) throws IOException {
        FilePolicySource source = source();
        source.resolve(request("alice"));
        Files.delete(folder.resolve(file));
        assertIndexUnavailable(() -> source.resolve(request("alice")), file + " is missing");
    }

    @Test
    void S22_a_missing_folder_refuses_everything() throws IOException {
        Files.delete(folder.resolve("policies/pol_1.json"));
        Files.delete(folder.resolve("policies"));
        assertIndexUnavailable(() -> resolve("alice"), "the folder of its documents can't be read");
        FilePolicySource nowhere = new FilePolicySource(folder.resolve("nowhere"), Duration.ofSeconds(2));
        assertIndexUnavailable(() -> nowhere.resolve(request("alice")), "the folder of its documents can't be read");
    }

    @Test
    void a_folder_that_never_stands_still_is_refused_in_time_and_never_answered_with_half_of_it() throws Exception {
        FilePolicySource source = new FilePolicySource(folder, Duration.ofMillis(200));
        AtomicBoolean writing = new AtomicBoolean(true);
        ExecutorService writer = Executors.newSingleThreadExecutor();
        try {
            Future<?> written = writer.submit(() -> {
                for (int size = 0; writing.get(); size = (size + 1) % 50) {
                    write("notes.json", " ".repeat(size));
                }
                return null;
            });
            long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
            while (System.nanoTime() < end) {
                assertAnsweredOrRefusedAsMoving(source);
            }
            writing.set(false);
            written.get();
            assertThat(source.resolve(request("alice")).tables()).hasSize(2);
        } finally {
            writing.set(false);
            writer.shutdownNow();
        }
    }

    private static void assertAnsweredOrRefusedAsMoving(FilePolicySource source) {
        try {
            assertThat(source.resolve(request("alice")).tables().get(TABLE).policies())
                    .hasSize(1);
        } catch (Refusal refusal) {
            assertThat(refusal.getMessage()).contains("keep changing");
        }
    }

    private ResolveAnswer resolve(String principal) {
        return source().resolve(request(principal));
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
