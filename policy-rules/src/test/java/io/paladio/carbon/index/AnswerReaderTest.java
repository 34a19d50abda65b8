package io.paladio.carbon.index;

import static io.paladio.carbon.index.Refusals.assertIndexUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** T33: an answer is what the contract says, or it is none. */
class AnswerReaderTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");
    private static final ResolveRequest REQUEST =
            new ResolveRequest(new Caller("alice", Optional.empty(), Map.of()), Set.of(TABLE));
    private static final String ANSWER = """
            {"format":1,"as-of":"2026-11-29T10:00:00.5+00:00","epoch":4711,
             "principal":{"name":"alice","groups":["de"],"attributes":{"region":"EU"}},
             "tables":[{"securable":"carbon.hr.t","etag":"e1","unchanged":false,"access":"granted",
              "tags":{"sensitivity":"high"},"column-tags":{"email":{"pii":"email"}},"policies":[]}]}""";

    @Test
    void an_answer_as_the_contract_has_it_is_read_whole() {
        ResolveAnswer answer = AnswerReader.read(ANSWER, REQUEST, Map.of(), new KnownDocuments());
        assertThat(answer.asOf()).isEqualTo(Instant.parse("2026-11-29T10:00:00.5Z"));
        assertThat(answer.epoch()).isEqualTo(4711);
        assertThat(answer.principal().groups()).containsExactly("de");
        assertThat(answer.principal().attributes()).containsExactly(Map.entry("region", "EU"));
        assertThat(answer.tables())
                .containsExactly(Map.entry(
                        TABLE,
                        new TableAnswer(
                                TABLE,
                                "e1",
                                Access.GRANTED,
                                Map.of("sensitivity", "high"),
                                Map.of("email", Map.of("pii", "email")),
                                List.of())));
    }

    @Test
    void a_policy_at_fault_is_kept_as_one() {
        String json = ANSWER.replace("\"policies\":[]", "\"policies\":[{\"format\":9,\"id\":\"p\"},null,7]");
        assertThat(AnswerReader.read(json, REQUEST, Map.of(), new KnownDocuments())
                        .tables()
                        .get(TABLE)
                        .policies())
                .hasSize(3)
                .allSatisfy(policy -> assertThat(policy).isInstanceOf(PolicyCandidate.Invalid.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"format\":1 | \"format\":2 | format",
                "\"format\":1 | \"format\":\"1\" | format",
                "\"format\":1, | ~~ | format",
                "\"epoch\":4711, | ~~ | epoch",
                "\"epoch\":4711 | \"epoch\":1e99 | epoch",
                "2026-11-29T10:00:00.5+00:00 | yesterday | as-of",
                "\"name\":\"alice\" | \"name\":\"bob\" | another principal",
                "\"name\":\"alice\", | ~~ | name",
                "\"groups\":[\"de\"] | \"groups\":null | groups",
                "\"groups\":[\"de\"] | \"groups\":[1] | groups",
                "\"groups\":[\"de\"], | ~~ | groups",
                "\"region\":\"EU\" | \"region\":null | attributes",
                "carbon.hr.t | carbon.hr.u | not asked about",
                "carbon.hr.t | carbon.hr.`t | no catalog",
                "\"etag\":\"e1\", | ~~ | etag",
                "\"access\":\"granted\" | \"access\":\"GRANTED\" | access",
                "\"access\":\"granted\", | ~~ | access",
                "\"unchanged\":false | \"unchanged\":true | unchanged",
                "\"unchanged\":false | \"unchanged\":\"no\" | unchanged",
                "\"tags\":{\"sensitivity\":\"high\"}, | ~~ | tags",
                "\"sensitivity\":\"high\" | \"sensitivity\":[] | tags",
                "\"pii\":\"email\" | \"pii\":1 | column-tags",
                ",\"policies\":[] | ~~ | policies",
                "\"policies\":[] | \"policies\":null | policies",
                "\"policies\":[] | \"policies\":[],\"rows\":1 | not known",
                "\"epoch\":4711, | \"epoch\":4711,\"more\":1, | not known",
                "\"epoch\":4711, | \"epoch\":4711,\"epoch\":4712, | no JSON"
            })
    void what_differs_from_the_contract_is_nonsense(String part, String instead, String reason) {
        String changed = ANSWER.replace(part, instead);
        assertThat(changed).isNotEqualTo(ANSWER);
        assertIndexUnavailable(() -> AnswerReader.read(changed, REQUEST, Map.of(), new KnownDocuments()), reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "42", "\"\"", "{}", "{", "not json", "{} {}"})
    void what_is_no_answer_is_refused(String json) {
        assertIndexUnavailable(() -> AnswerReader.read(json, REQUEST, Map.of(), new KnownDocuments()), "nonsense");
    }

    @Test
    void a_table_left_out_or_told_twice_is_nonsense() {
        String table = ANSWER.substring(ANSWER.indexOf("{\"securable\""), ANSWER.lastIndexOf("]}"));
        assertIndexUnavailable(
                () -> AnswerReader.read(ANSWER.replace(table, ""), REQUEST, Map.of(), new KnownDocuments()),
                "leaves out a table");
        assertIndexUnavailable(
                () -> AnswerReader.read(
                        ANSWER.replace(table, table + "," + table), REQUEST, Map.of(), new KnownDocuments()),
                "twice");
    }

    @Test
    void unchanged_is_only_what_was_known_with_this_etag_and_access() {
        TableAnswer known = AnswerReader.read(ANSWER, REQUEST, Map.of(), new KnownDocuments())
                .tables()
                .get(TABLE);
        String unchanged = """
                {"format":1,"as-of":"2026-11-29T10:00:00Z","epoch":4711,
                 "principal":{"name":"alice","groups":[],"attributes":{}},
                 "tables":[{"securable":"carbon.hr.t","etag":"e1","unchanged":true,"access":"granted"}]}""";
        assertThat(AnswerReader.read(unchanged, REQUEST, Map.of(TABLE, known), new KnownDocuments())
                        .tables())
                .containsEntry(TABLE, known);
        for (String other : List.of(unchanged.replace("e1", "e2"), unchanged.replace("granted", "denied"))) {
            assertIndexUnavailable(
                    () -> AnswerReader.read(other, REQUEST, Map.of(TABLE, known), new KnownDocuments()), "not known");
        }
    }

    @Test
    void a_question_names_all_tables_at_once_and_what_is_known_of_them() {
        TableAnswer known = AnswerReader.read(ANSWER, REQUEST, Map.of(), new KnownDocuments())
                .tables()
                .get(TABLE);
        ResolveRequest request = new ResolveRequest(
                new Caller("alice \"quoted\"", Optional.empty(), Map.of("b", "2", "a", "1")),
                Set.of(TABLE, Securable.table("carbon", "h.r", "t")));
        assertThat(QuestionWriter.write(request, Map.of(TABLE, known)))
                .isEqualTo(
                        "{\"format\":1,\"principal\":\"alice \\\"quoted\\\"\",\"attributes\":{\"a\":\"1\",\"b\":\"2\"},"
                                + "\"securables\":[\"carbon.`h.r`.t\",\"carbon.hr.t\"],"
                                + "\"known-etags\":{\"carbon.hr.t\":\"e1\"}}");
    }

    @Test
    void what_is_known_is_bounded_and_never_crosses_principals() {
        KnownAnswers answers = new KnownAnswers(2);
        answers.remember(AnswerReader.read(ANSWER, REQUEST, Map.of(), new KnownDocuments()));
        assertThat(answers.about(REQUEST)).containsOnlyKeys(TABLE);
        assertThat(answers.about(new ResolveRequest(new Caller("bob", Optional.empty(), Map.of()), Set.of(TABLE))))
                .isEmpty();
        for (String other : List.of("u", "v")) {
            ResolveRequest request =
                    new ResolveRequest(REQUEST.caller(), Set.of(Securable.table("carbon", "hr", other)));
            answers.remember(
                    AnswerReader.read(ANSWER.replace("hr.t", "hr." + other), request, Map.of(), new KnownDocuments()));
        }
        assertThat(answers.about(REQUEST)).isEmpty();
    }
}
