package io.paladio.carbon.spark.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: brackets that are opened count, whatever was closed before them. */
class StatementTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "/* )))))))))) */", "'))))))))))' || ", "))))))))))"})
    void T38_nothing_before_them_hides_brackets(String before) {
        assertThat(StatementText.isTooDeep(before + "(".repeat(401))).isTrue();
        assertThat(StatementText.isTooDeep(before + "(".repeat(400))).isFalse();
        assertThat(StatementText.isTooDeep(before + "()".repeat(1000))).isFalse();
    }
}
