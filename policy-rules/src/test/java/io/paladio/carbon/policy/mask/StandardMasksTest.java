package io.paladio.carbon.policy.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/** S6: the kinds of the standard, byte for byte. Hashes and calendar values in the tables were computed by other means. */
final class StandardMasksTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final QuerySalt SALT = QuerySalt.of(HEX.parseHex("000102030405060708090a0b0c0d0e0f"));

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("", "", "", ""),
                Arguments.of("a", "x", "a", "a"),
                Arguments.of("1", "n", "1", "1"),
                Arguments.of("(), .-@", "(),x.-@", "(), .-@", "(), .-@"),
                Arguments.of("abcd", "xxxx", "abcd", "abcd"),
                Arguments.of("abcde", "xxxxx", "abcdx", "xbcde"),
                Arguments.of("alice@example.com", "xxxxx@xxxxxxx.xxx", "alicx@xxxxxxx.xxx", "xxxxx@xxxxxxx.com"),
                Arguments.of("(555) 123-4567", "(nnn)xnnn-nnnn", "(555)xnnn-nnnn", "(nnn)xnnn-4567"),
                Arguments.of("A_b/C:d\t\u0000", "xxxxxxxxx", "A_b/xxxxx", "xxxxx:d\t\u0000"),
                Arguments.of("äöüß", "xxxx", "äöüß", "äöüß"),
                Arguments.of("äöüßÄ", "xxxxx", "äöüßx", "xöüßÄ"),
                Arguments.of("٣४５", "xxx", "٣४５", "٣४５"),
                Arguments.of("😀😀😀😀", "xxxx", "😀😀😀😀", "😀😀😀😀"),
                Arguments.of("😀😀😀😀7", "xxxxn", "😀😀😀😀n", "x😀😀😀7"),
                Arguments.of("7😀𝒳-1😀", "nxx-nx", "7😀𝒳-nx", "nx𝒳-1😀"),
                Arguments.of("e\u0301e\u0301e\u0301", "xxxxxx", "e\u0301e\u0301xx", "xxe\u0301e\u0301"),
                Arguments.of("\ud800abcd\udc00", "xxxxxx", "\ud800abcxx", "xxbcd\udc00"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void S6_texts_are_masked_by_code_point(String raw, String alphanum, String first, String last) {
        assertThat(StandardMasks.maskAlphanum(raw)).isEqualTo(alphanum);
        assertThat(StandardMasks.showFirst4(raw)).isEqualTo(first);
        assertThat(StandardMasks.showLast4(raw)).isEqualTo(last);
    }

    @Test
    void S6_every_code_point_but_digits_and_six_marks_becomes_x() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            String raw = Character.toString(point);
            String expected = point >= '0' && point <= '9' ? "n" : "(),.-@".contains(raw) ? raw : "x";
            if (!StandardMasks.maskAlphanum(raw).equals(expected)) {
                assertThat(StandardMasks.maskAlphanum(raw)).as("U+%04X", point).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest(name = "{0} of {1} {2}")
    @CsvFileSource(resources = "/mask/truncate.psv", delimiter = '|', numLinesToSkip = 1)
    void S6_dates_and_timestamps_begin_their_month_or_year(String kind, String type, long input, long expected) {
        long actual = switch (kind + " " + type) {
            case "truncate-to-year date" -> StandardMasks.truncateDateToYear((int) input);
            case "truncate-to-month date" -> StandardMasks.truncateDateToMonth((int) input);
            case "truncate-to-year timestamp" -> StandardMasks.truncateMicrosToYear(input);
            default -> StandardMasks.truncateMicrosToMonth(input);
        };

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void S6_truncation_agrees_with_the_calendar() {
        Random random = new Random(20_260_101L);
        for (int i = 0; i < 100_000; i++) {
            int days = i % 2 == 0
                    ? random.nextInt(-800_000, 3_000_000)
                    : random.nextInt(-2_147_000_000, Integer.MAX_VALUE);
            LocalDate date = LocalDate.ofEpochDay(days);

            assertThat(StandardMasks.truncateDateToYear(days))
                    .isEqualTo((int) date.withDayOfYear(1).toEpochDay());
            assertThat(StandardMasks.truncateDateToMonth(days))
                    .isEqualTo((int) date.withDayOfMonth(1).toEpochDay());
        }
    }

    @ParameterizedTest(name = "{0} of {1} {2}")
    @CsvFileSource(resources = "/mask/sha256.psv", delimiter = '|', numLinesToSkip = 1)
    void S6_hashes_have_the_encodings_of_the_standard(String kind, String type, String input, String expected) {
        boolean global = kind.equals("sha-256-global");
        String raw = input == null ? "" : input;
        String actual = switch (type) {
            case "string" ->
                global ? StandardMasks.sha256Global(text(raw)) : StandardMasks.sha256QueryLocal(SALT, text(raw));
            case "int" ->
                Integer.toString(
                        global
                                ? StandardMasks.sha256Global(Integer.parseInt(raw))
                                : StandardMasks.sha256QueryLocal(SALT, Integer.parseInt(raw)));
            case "long" ->
                Long.toString(
                        global
                                ? StandardMasks.sha256Global(Long.parseLong(raw))
                                : StandardMasks.sha256QueryLocal(SALT, Long.parseLong(raw)));
            default ->
                HEX.formatHex(
                        global
                                ? StandardMasks.sha256Global(HEX.parseHex(raw))
                                : StandardMasks.sha256QueryLocal(SALT, HEX.parseHex(raw)));
        };

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void S6_a_salt_has_sixteen_bytes_at_least_and_is_new_for_each_statement() {
        assertThatThrownBy(() -> QuerySalt.of(new byte[15])).isInstanceOf(IllegalArgumentException.class);
        assertThat(StandardMasks.sha256QueryLocal(QuerySalt.fresh(), "a"))
                .isNotEqualTo(StandardMasks.sha256QueryLocal(QuerySalt.fresh(), "a"));
        assertThat(SALT.toString()).isEqualTo("QuerySalt");
    }

    @Test
    void a_salt_does_not_change_with_the_bytes_it_was_made_of() {
        byte[] bytes = new byte[16];
        QuerySalt salt = QuerySalt.of(bytes);
        long before = StandardMasks.sha256QueryLocal(salt, 1L);
        bytes[0] = 1;

        assertThat(StandardMasks.sha256QueryLocal(salt, 1L)).isEqualTo(before);
    }

    private static String text(String hexadecimal) {
        return new String(HEX.parseHex(hexadecimal), StandardCharsets.UTF_8);
    }
}
