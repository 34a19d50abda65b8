package io.paladio.carbon.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.check.Finding;
import io.paladio.carbon.policy.check.KnownNames;
import io.paladio.carbon.policy.check.MentionCheck;
import io.paladio.carbon.policy.document.Mentions.Named;
import io.paladio.carbon.policy.document.Mentions.TagUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S10: names that Index does not hold are told by their path, with the name that was meant. */
final class MentionSearchTest {
    private static final KnownNames KNOWN = new KnownNames(
            Optional.of(Set.of("eu-auditors", "global-analysts", "pii-readers", "de")),
            Optional.of(Set.of("alice", "sa:etl")),
            Optional.of(KnownNames.tags(
                    Map.of(
                            "sensitivity", Set.of("high", "low"),
                            "geo", Set.of("region"),
                            "pii", Set.of("email", "phone")),
                    Set.of("sensitivity"))));

    @ParameterizedTest(name = "{0} with {1} = {2} is at fault at {3}")
    @CsvFileSource(resources = "/document/unknown-names.psv", delimiter = '|', quoteCharacter = '#', numLinesToSkip = 1)
    void S10_a_name_that_index_does_not_hold_is_told_by_its_path_and_a_way_out(
            String kind, String where, String what, String path, String says) {
        MentionCheck check = check(Documents.changed(kind, where, what));

        assertThat(check.unknown()).singleElement().satisfies(finding -> {
            assertThat(finding.path()).isEqualTo(path);
            assertThat(finding.problem()).contains(says).endsWith(".");
        });
        assertThat(check.doubtful()).isEmpty();
        assertThat(PolicyDocumentReader.read(
                        Documents.changed(kind, where, what).toString()))
                .as("nothing else is the matter with it")
                .isInstanceOf(PolicyCandidate.Valid.class);
    }

    @ParameterizedTest(name = "{0} with {1} = {2} is doubtful at {3}")
    @CsvFileSource(
            resources = "/document/doubtful-names.psv",
            delimiter = '|',
            quoteCharacter = '#',
            numLinesToSkip = 1)
    void S10_a_name_that_may_come_to_be_known_is_a_doubt(
            String kind, String where, String what, String path, String says) {
        MentionCheck check = check(Documents.changed(kind, where, what));

        assertThat(check.doubtful()).singleElement().satisfies(finding -> {
            assertThat(finding.path()).isEqualTo(path);
            assertThat(finding.problem()).contains(says).endsWith(".");
        });
        assertThat(check.unknown()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter", "mask"})
    void S10_names_that_index_holds_are_no_matter(String kind) {
        MentionCheck check = check(Documents.sample(kind));

        assertThat(check.unknown()).isEmpty();
        assertThat(check.doubtful()).isEmpty();
    }

    @Test
    void what_can_not_be_known_is_not_asked_for() {
        ObjectNode document = Documents.changed("filter", "/to", "{\"groups\":[\"zzz\"],\"principals\":[\"zzz\"]}");
        MentionCheck check = MentionCheck.of(PolicyDocumentReader.mentions(document.toString()), KnownNames.NONE);

        assertThat(check.unknown()).isEmpty();
        assertThat(check.doubtful()).isEmpty();
    }

    @Test
    void every_name_is_found_in_a_document_that_is_at_fault_too() {
        ObjectNode document = Documents.changed("filter", "/format", "2");
        document.withObject("/to").putArray("groups").add("a").add(7);
        document.withObject("/expression").put("sql", "is_member('d') OR is_member('b') OR is_member('d')");
        document.putObject("unless").put("sql", "region = ");

        Mentions mentions = PolicyDocumentReader.mentions(document.toString());

        assertThat(mentions.groups())
                .containsExactly(
                        new Named("$.to.groups[0]", "a"),
                        new Named("$.except.groups[0]", "eu-auditors"),
                        new Named("$.expression.sql", "b"),
                        new Named("$.expression.sql", "d"));
        assertThat(mentions.principals()).containsExactly(new Named("$.except.principals[0]", "sa:etl"));
        assertThat(mentions.tags())
                .containsExactly(
                        new TagUse(
                                new Named("$.when.all[0].tag", "sensitivity"),
                                List.of(new Named("$.when.all[0].values[0]", "high"))),
                        new TagUse(
                                new Named("$.columns[0].match.tag", "geo"),
                                List.of(new Named("$.columns[0].match.value", "region"))));
        assertThat(PolicyDocumentReader.mentions("[{]")).isEqualTo(Mentions.NONE);
        assertThat(PolicyDocumentReader.mentions("7")).isEqualTo(Mentions.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"salse", "Sales", "sale", "sales2", "sles", "asles"})
    void a_slip_of_the_finger_is_understood(String written) {
        assertThat(problem(written, "finance", "sales", "sales-auditors")).contains("Write `sales`,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"d", "marketing", "sell"})
    void what_is_like_no_name_suggests_none(String written) {
        assertThat(problem(written, "x", "sales", "de")).contains("Write one that it holds,");
    }

    private static String problem(String group, String... held) {
        ObjectNode document = Documents.sample("filter");
        document.withObject("/except").putArray("groups").add(group);
        document.withObject("/expression").put("sql", "region = 'EU'");
        KnownNames known = new KnownNames(Optional.of(Set.of(held)), Optional.empty(), Optional.empty());
        return MentionCheck.of(PolicyDocumentReader.mentions(document.toString()), known).unknown().stream()
                .map(Finding::problem)
                .findFirst()
                .orElseThrow();
    }

    private static MentionCheck check(ObjectNode document) {
        return MentionCheck.of(PolicyDocumentReader.mentions(document.toString()), KNOWN);
    }
}
