package io.paladio.carbon.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: brackets that are opened count, whatever is closed in a comment or a text. */
class BracketDepthTest {
    private static final int DEEPEST = 400;
    private static final int DEEPEST_DOUBLING = 4;
    private static final Duration BOUND = Duration.ofSeconds(20);

    @ParameterizedTest
    @ValueSource(strings = {"", "/* )))))))))) */", "'))))))))))' || ", "))))))))))", "-- ))))\n", "\"))))\" "})
    void T38_nothing_before_them_hides_brackets(String before) {
        assertThat(exceeds(before + "(".repeat(401))).isTrue();
        assertThat(exceeds(before + "(".repeat(400))).isFalse();
        assertThat(exceeds(before + "()".repeat(1000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(/*)*/", "(')' + ", "(-- )\n", "(\")\" + ", "(`)` + ", "(r')' + "})
    void T38_nothing_between_them_closes_brackets(String each) {
        assertThat(exceeds("SELECT " + each.repeat(401) + "1")).isTrue();
        assertThat(exceeds("SELECT " + each.repeat(399) + "1")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"'(((((' || ", "/* ( */ ", "-- (((\n", "`((` ", "x("})
    void T38_brackets_that_open_nothing_do_not_count(String each) {
        assertThat(exceeds("SELECT " + each.repeat(1000) + "1")).isEqualTo(each.equals("x("));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CASE WHEN ",
                "CAST(NULL AS ARRAY<",
                "array < ",
                "case/* END */ 1 WHEN 'END' THEN ",
                "STRUCT<a: MAP<INT, "
            })
    void T38_case_and_types_count_as_brackets_do(String each) {
        assertThat(exceeds("SELECT " + each.repeat(401))).isTrue();
        assertThat(exceeds("SELECT " + each.repeat(150))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CASE WHEN a THEN b END, ",
                "CASE WHEN a THEN SELECT 1; END CASE; ",
                "CAST(NULL AS ARRAY<MAP<INT, STRUCT<a: INT>>>), ",
                "a < b, ",
                "a LIKE ANY ('x'), ",
                "SELECT 1 UNION ALL (SELECT 2); ",
                "IDENTIFIER('a'), "
            })
    void what_is_closed_does_not_count(String each) {
        assertThat(exceeds("SELECT " + each.repeat(1000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "IDENTIFIER(",
                "identifier /* ) */ (",
                "IDENTIFIER(\n(",
                "IDENTIFIER(concat(",
                "a LIKE ANY (",
                "a NOT ilike /* ( */ some (",
                "a LIKE ALL("
            })
    void T38_what_the_parser_reads_twice_counts_sooner(String each) {
        assertThat(exceeds("SELECT * FROM " + each.repeat(5) + "'a'")).isTrue();
        assertThat(exceeds("SELECT * FROM " + each.repeat(4) + "'a'")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/*(*/", "('", "(\\", "(1e", "($$", "(`", "(--"})
    void T38_to_read_them_takes_no_longer_than_the_text(String each) {
        assertTimeoutPreemptively(BOUND, () -> exceeds(each.repeat(200_000)));
    }

    private static boolean exceeds(String text) {
        return BracketDepth.exceeds(text, DEEPEST, DEEPEST_DOUBLING);
    }
}
