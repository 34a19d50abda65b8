package io.paladio.carbon.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where one statement of a file ends and the next begins. */
class SqlScriptTest {
    static Stream<Arguments> scripts() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of("  ;;\n; ", List.of()),
                Arguments.of("SELECT 1", List.of("SELECT 1")),
                Arguments.of("SELECT 1; SELECT 2;\n", List.of("SELECT 1", "SELECT 2")),
                Arguments.of("SELECT ';' ; SELECT 2", List.of("SELECT ';'", "SELECT 2")),
                Arguments.of("SELECT 'it''s; so'; SELECT 2", List.of("SELECT 'it''s; so'", "SELECT 2")),
                Arguments.of("SELECT 'a\\';b'; SELECT 2", List.of("SELECT 'a\\';b'", "SELECT 2")),
                Arguments.of("SELECT `a;b`, \"c;d\"", List.of("SELECT `a;b`, \"c;d\"")),
                Arguments.of("SELECT 1 -- one; two\n; SELECT 2", List.of("SELECT 1", "SELECT 2")),
                Arguments.of("SELECT /* ; */ 1; SELECT 2", List.of("SELECT   1", "SELECT 2")),
                Arguments.of("SELECT /*+ BROADCAST(t) */ 1", List.of("SELECT /*+ BROADCAST(t) */ 1")),
                Arguments.of("SELECT 'not closed; at all", List.of("SELECT 'not closed; at all")));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void a_script_is_split_at_its_semicolons(String script, List<String> statements) {
        assertThat(SqlScript.split(script)).extracting(SqlScript.Statement::sql).isEqualTo(statements);
    }

    @Test
    void a_statement_is_known_by_the_line_that_it_begins_in() {
        String script = "SELECT 1;\n\n-- two\n/* of\nit */ SELECT\n 2; SELECT '\n';\n  SELECT 4";

        assertThat(SqlScript.split(script))
                .extracting(SqlScript.Statement::line)
                .containsExactly(1, 5, 6, 8);
    }
}
