package io.paladio.carbon.policy.resolve;

import static io.paladio.carbon.policy.resolve.TestTable.BOB;
import static io.paladio.carbon.policy.resolve.TestTable.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.check.PolicyChecks;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import io.paladio.carbon.policy.document.TestReport;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.Truth;
import io.paladio.carbon.policy.mask.StandardMasks;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/policies.md teaches writing policies: its examples are run, and its tables are what the code does. */
class PoliciesPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PAGE = page();
    private static final Pattern BLOCK = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern EXAMPLE = Pattern.compile("(int )?`([^`]*)` → `([^`]*)`");

    private static String page() {
        try {
            return Files.readString(Path.of("..", "docs", "policies.md"));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static List<String> blocks() {
        return BLOCK.matcher(PAGE).results().map(block -> block.group(1)).toList();
    }

    static List<String> documents() {
        return blocks().stream()
                .filter(block -> block.startsWith("{ \"format\""))
                .toList();
    }

    private static String blockOf(String start) {
        return blocks().stream()
                .filter(block -> block.startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void every_example_of_the_page_is_known_to_these_tests() {
        assertThat(documents()).hasSize(5);
        assertThat(blocks()).hasSize(documents().size() + 3);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void an_example_is_valid_carries_tests_that_hold_and_nothing_is_the_matter_with_it(String document) {
        TestReport report = PolicyDocumentReader.test(document);

        assertThat(report.faults()).isEmpty();
        assertThat(report.tests()).isPositive();
        assertThat(PolicyDocumentReader.read(document))
                .isInstanceOfSatisfying(
                        PolicyCandidate.Valid.class,
                        valid -> assertThat(PolicyChecks.of(valid.document())).isEmpty());
    }

    @Test
    void the_tests_that_the_page_shows_hold_and_would_fail_if_they_expected_otherwise() throws IOException {
        String tests = "{" + blockOf("\"tests\"") + "}";
        ObjectNode email = (ObjectNode) JSON.readTree(documents().get(2));
        email.set("tests", JSON.readTree(tests).path("tests"));
        assertThat(PolicyDocumentReader.test(email.toString())).isEqualTo(new TestReport(1, List.of()));

        email.set(
                "tests", JSON.readTree(tests.replace("xxx@xxxxxxx.xxx", "yyy")).path("tests"));
        assertThat(PolicyDocumentReader.test(email.toString()).faults()).hasSize(1);
    }

    @Test
    void the_file_of_keys_is_json() throws IOException {
        assertThat(JSON.readTree(blockOf("{ \"customers-2026\"")).size()).isEqualTo(1);
    }

    @Test
    void S23_the_restrictions_of_the_page_keep_rows_without_a_value_and_mask_two_columns() throws Exception {
        JsonNode sent =
                JSON.readTree("{" + blockOf("\"read-restrictions\"") + "}").path("read-restrictions");
        TableSchema schema = new TableSchema(
                1,
                List.of(
                        new Column(2, "country", Primitive.STRING, false),
                        new Column(3, "card", Primitive.STRING, false),
                        new Column(6, "born", Primitive.DATE, false)));
        ReadSchema restricted = ReadSchema.asIs(schema).under(ReadRestrictions.of(sent.toString()));

        EffectivePolicy policy = ((Decision.Restricted) TestTable.with().decide(BOB, restricted, NOW)).policy();

        assertThat(policy.masks())
                .extracting(mask -> mask.column().name() + " " + mask.mask().kind())
                .containsExactly("card show-first-4", "born truncate-to-year");
        assertThat(isShown(policy, Optional.empty())).isTrue();
        assertThat(isShown(policy, Optional.of("FR"))).isTrue();
        assertThat(isShown(policy, Optional.of("US"))).isFalse();
    }

    private static boolean isShown(EffectivePolicy policy, Optional<Object> country) {
        Map<Integer, Optional<Object>> row = Map.of(2, country, 3, Optional.empty(), 6, Optional.empty());
        return Interpreter.test(policy.rowFilter().orElseThrow().condition(), row) == Truth.TRUE;
    }

    @Test
    void S5_masks_meet_as_the_table_of_the_page_says() {
        List<List<String>> table = rows("| | global |");
        List<Mask> masks = table.get(0).subList(1, table.get(0).size()).stream()
                .map(PoliciesPageTest::mask)
                .toList();
        List<List<String>> lines = table.subList(2, table.size());

        assertThat(lines).hasSize(masks.size()).hasSize(11);
        for (int line = 0; line < masks.size(); line++) {
            assertThat(lines.get(line).get(0)).contains(masks.get(line).kind());
            for (int column = 0; column < masks.size(); column++) {
                assertThat(MaskMeet.of(List.of(masks.get(line), masks.get(column))))
                        .as("%s with %s", masks.get(line), masks.get(column))
                        .isEqualTo(mask(lines.get(line).get(column + 1)));
            }
        }
    }

    private static Mask mask(String name) {
        return switch (name) {
            case "global" -> Standard.SHA_256_GLOBAL;
            case "hmac" -> new Mask.HmacSha256("k");
            case "local" -> Standard.SHA_256_QUERY_LOCAL;
            case "first-4" -> Standard.SHOW_FIRST_4;
            case "last-4" -> Standard.SHOW_LAST_4;
            case "alphanum" -> Standard.MASK_ALPHANUM;
            case "year" -> Standard.TRUNCATE_TO_YEAR;
            case "month" -> Standard.TRUNCATE_TO_MONTH;
            case "fixed" -> Standard.MASK_TO_FIXED_VALUE;
            case "null" -> Standard.REPLACE_WITH_NULL;
            case "deny" -> new Mask.Deny();
            default -> throw new AssertionError(name);
        };
    }

    @Test
    void S6_kinds_mask_as_the_table_of_the_page_says() {
        int examples = 0;
        for (List<String> row : rows("| kind | for |")) {
            String kind = row.get(0).replace("`", "");
            for (var example :
                    EXAMPLE.matcher(row.get(row.size() - 1)).results().toList()) {
                if (masked(kind, example.group(1) != null, example.group(2)).isPresent()) {
                    String shown = example.group(3);
                    String masked = masked(kind, example.group(1) != null, example.group(2))
                            .get();
                    assertThat(masked)
                            .startsWith(shown.split("…")[0])
                            .endsWith(shown.split("…")[shown.split("…").length - 1]);
                    assertThat(shown.contains("…") || shown.equals(masked))
                            .as(kind)
                            .isTrue();
                    examples++;
                }
            }
        }
        assertThat(examples).isEqualTo(10);
    }

    private static Optional<String> masked(String kind, boolean number, String raw) {
        return switch (kind) {
            case "mask-alphanum" -> Optional.of(StandardMasks.maskAlphanum(raw));
            case "show-first-4" -> Optional.of(StandardMasks.showFirst4(raw));
            case "show-last-4" -> Optional.of(StandardMasks.showLast4(raw));
            case "truncate-to-year" -> Optional.of(day(StandardMasks.truncateDateToYear(days(raw))));
            case "truncate-to-month" -> Optional.of(day(StandardMasks.truncateDateToMonth(days(raw))));
            case "sha-256-global" ->
                Optional.of(
                        number
                                ? String.valueOf(StandardMasks.sha256Global(Integer.parseInt(raw)))
                                : StandardMasks.sha256Global(raw));
            default -> Optional.empty();
        };
    }

    private static int days(String date) {
        return (int) LocalDate.parse(date).toEpochDay();
    }

    private static String day(int days) {
        return LocalDate.ofEpochDay(days).toString();
    }

    /** The cells of the table whose first line begins so. */
    private static List<List<String>> rows(String start) {
        return PAGE.lines()
                .dropWhile(line -> !line.startsWith(start))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }
}
