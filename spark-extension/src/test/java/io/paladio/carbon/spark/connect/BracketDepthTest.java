package io.paladio.carbon.spark.connect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** T38: brackets that are opened count, whatever was closed before them. */
class BracketDepthTest {
    private static final String FIELD = "spark.connect.SQL.query";

    @ParameterizedTest
    @ValueSource(strings = {"", "/* )))))))))) */", "'))))))))))' || ", "))))))))))"})
    void nothing_before_them_hides_brackets(String before) {
        assertThat(BracketDepth.isExceeded(FIELD, before + "(".repeat(401))).isTrue();
        assertThat(BracketDepth.isExceeded(FIELD, before + "(".repeat(400))).isFalse();
        assertThat(BracketDepth.isExceeded(FIELD, before + "()".repeat(1000))).isFalse();
    }
}
