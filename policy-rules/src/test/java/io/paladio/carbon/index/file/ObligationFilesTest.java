package io.paladio.carbon.index.file;

import static io.paladio.carbon.index.Refusals.assertIndexUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S14: what derived rows owe, in a folder. */
class ObligationFilesTest {
    private static final Securable COPY = Securable.table("carbon", "hr", "copy");
    private static final Securable OTHER = Securable.table("carbon", "hr", "other");
    private static final Map<String, Map<String, String>> EMAIL = Map.of("mail", Map.of("pii", "email"));

    @TempDir
    Path folder;

    private FilePolicySource source;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectory(folder.resolve("policies"));
        Files.writeString(folder.resolve("principals.json"), "{\"principals\": {}}");
        tags("{\"carbon.hr.copy\": {\"columns\": {\"mail\": {\"geo\": \"city\"}}}}");
        source = new FilePolicySource(folder, Duration.ofSeconds(5));
    }

    @Test
    void S14_what_a_column_owes_is_among_its_tags_until_its_document_is_deleted() throws IOException {
        assertThat(source.record(new Obligations("../s-1", COPY, EMAIL))).isEqualTo(Recording.IN_FORCE);

        assertThat(tagsOf(COPY)).isEqualTo(Map.of("mail", Map.of("geo", "city", "pii", "email")));
        assertThat(tagsOf(OTHER)).isEmpty();
        assertThat(documents()).hasSize(1);
        Files.delete(documents().get(0));
        assertThat(tagsOf(COPY)).isEqualTo(Map.of("mail", Map.of("geo", "city")));
    }

    @Test
    void S14_what_is_in_force_is_not_said_twice() throws IOException {
        source.record(new Obligations("s-1", COPY, EMAIL));
        source.record(new Obligations("s-2", COPY, EMAIL));

        assertThat(documents()).hasSize(1);
    }

    @Test
    void S14_a_column_never_has_two_values_of_one_tag() throws IOException {
        Map<String, Map<String, String>> other = Map.of("mail", Map.of("geo", "street"), "id", Map.of("pii", "key"));
        assertThat(source.record(new Obligations("s-1", COPY, other))).isEqualTo(Recording.SECOND_VALUE);
        assertThat(tagsOf(COPY)).isEqualTo(Map.of("mail", Map.of("geo", "city")));

        source.record(new Obligations("s-2", COPY, EMAIL));
        tags("{\"carbon.hr.copy\": {\"columns\": {\"mail\": {\"pii\": \"phone\"}}}}");

        assertIndexUnavailable(() -> tagsOf(COPY), "a column of a table has two values of one tag in its documents");
        assertThat(tagsOf(OTHER)).isEmpty();
    }

    @Test
    void S14_a_document_that_was_never_whole_refuses_all() throws IOException {
        Files.createDirectory(folder.resolve("obligations"));
        Files.writeString(folder.resolve("obligations/x.json"), "{\"format\": 1, \"statement\": \"s\"}");

        assertIndexUnavailable(
                () -> tagsOf(OTHER), "of its documents, obligations/x.json is malformed, $.columns is no object");
    }

    @Test
    void S14_a_folder_that_can_t_be_written_to_is_told() throws IOException {
        Files.writeString(folder.resolve("obligations"), "");

        assertIndexUnavailable(
                () -> source.record(new Obligations("s-1", COPY, EMAIL)),
                "the folder of its documents can't be written to");
    }

    private void tags(String json) throws IOException {
        Files.writeString(folder.resolve("tags.json"), json);
    }

    private Map<String, Map<String, String>> tagsOf(Securable table) {
        ResolveRequest question = new ResolveRequest(new Caller("bob", Optional.empty(), Map.of()), Set.of(table));
        return source.resolve(question).tables().get(table).columnTags();
    }

    private List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("obligations"))) {
            return files.toList();
        }
    }
}
