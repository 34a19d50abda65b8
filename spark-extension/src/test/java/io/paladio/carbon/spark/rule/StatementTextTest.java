package io.paladio.carbon.spark.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: comments within comments have an end. */
class StatementTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "*/*/*/*/ ", "'*/*/' ", "/* a comment */ ", "/*/ */ "})
    void T38_nothing_before_them_hides_comments(String before) {
        assertThat(StatementText.nestsComments(before + "/*".repeat(101))).isTrue();
        assertThat(StatementText.nestsComments(before + "/*".repeat(100))).isFalse();
        assertThat(StatementText.nestsComments(before + "/**/".repeat(1000))).isFalse();
        assertThat(StatementText.nestsComments(before + "/*/ */".repeat(1000))).isFalse();
    }
}
