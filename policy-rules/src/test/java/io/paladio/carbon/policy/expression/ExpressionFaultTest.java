package io.paladio.carbon.policy.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is outside the language is refused where it stands, in words that quote no constant. */
final class ExpressionFaultTest {

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(
            resources = "/expression/faults.psv",
            delimiter = '|',
            quoteCharacter = '#',
            numLinesToSkip = 1,
            emptyValue = "")
    void S8_a_fault_is_told_by_its_place_and_a_way_out(String sql, int position, String says) {
        assertThatThrownBy(() -> ExpressionBinder.bind(sql, TestTable.scope(), Simple.BOOLEAN))
                .isInstanceOfSatisfying(ExpressionFault.class, fault -> {
                    assertThat(fault.problem()).contains(says).endsWith(".").doesNotContain("secret");
                    assertThat(fault.position()).isEqualTo(position);
                });
    }

    static Stream<String> hostile() {
        return Stream.of(
                "(".repeat(60_000),
                "(".repeat(101) + "TRUE" + ")".repeat(101),
                "NOT ".repeat(15_000) + "TRUE",
                "lower(".repeat(10_000) + "region",
                "CASE WHEN ".repeat(6_000),
                "coalesce(coalesce(".repeat(3_000),
                "region IN (".repeat(5_000),
                "a OR ".repeat(12_000) + "a",
                "'" + "x".repeat(70_000) + "'",
                "small = " + "9".repeat(60_000),
                "small = 1e9999",
                "small = 1e99999999999",
                "price = 1e9999BD",
                nested("(%s BETWEEN TRUE AND TRUE)", "flag", 90),
                nested("CASE %s WHEN TRUE THEN TRUE WHEN FALSE THEN FALSE END", "flag", 45),
                "\u0000",
                "region = '\ud800'",
                "region = '\udc00'",
                "regıon = 'x'",
                "`",
                "'");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void T39_hostile_text_is_a_fault_and_never_an_overflow(String sql) {
        assertThatThrownBy(() -> ExpressionBinder.bind(sql, TestTable.scope(), Simple.BOOLEAN))
                .isInstanceOf(ExpressionFault.class);
    }

    @Test
    void what_is_long_but_flat_is_bound() throws ExpressionFault {
        String list = "small IN (" + "1,".repeat(9_000) + "1)";
        String conditions = "small = 1 OR ".repeat(3_000) + "small = 2";

        assertThat(ExpressionBinder.bind(list, TestTable.scope(), Simple.BOOLEAN))
                .isInstanceOf(Expression.In.class);
        assertThat(ExpressionBinder.bind(conditions, TestTable.scope(), Simple.BOOLEAN))
                .isInstanceOfSatisfying(
                        Expression.Or.class, or -> assertThat(or.operands()).hasSize(3_001));
    }

    @Test
    void S7_the_result_has_the_type_that_is_wanted() {
        for (ValueType type : List.of(Simple.INT, Simple.BINARY, Simple.DATE, new ValueType.Decimal(10, 2))) {
            assertThatThrownBy(() -> ExpressionBinder.bind("region", TestTable.scope(), type))
                    .isInstanceOf(ExpressionFault.class);
        }
        assertThatThrownBy(() -> ExpressionBinder.bind("large", TestTable.scope(), Simple.INT))
                .isInstanceOf(ExpressionFault.class);
        assertThatThrownBy(() -> ExpressionBinder.bind("large", TestTable.scope(), Simple.DOUBLE))
                .isInstanceOf(ExpressionFault.class);
    }

    private static String nested(String form, String core, int times) {
        String sql = core;
        for (int i = 0; i < times; i++) {
            sql = form.replace("%s", sql);
        }
        return sql;
    }
}
