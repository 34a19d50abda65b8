package io.paladio.carbon.policy.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** S8: whatever the text, it is refused by its fault or it is an expression that can't throw. */
final class ExpressionTextProperties {
    private static final int TRIES = 60_000;
    private static final List<String> WORDS = List.of(
            "region",
            "small",
            "large",
            "ratio",
            "weight",
            "price",
            "flag",
            "digest",
            "day_of",
            "at",
            "local_at",
            "missing",
            "nowhere",
            "AND",
            "OR",
            "NOT",
            "IS NULL",
            "IS NOT NULL",
            "IN",
            "BETWEEN",
            "LIKE",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "=",
            "<>",
            "<",
            ">=",
            "<=>",
            "(",
            ")",
            "(",
            ")",
            ",",
            ".",
            "-",
            "NULL",
            "TRUE",
            "FALSE",
            "0",
            "1",
            "2147483647",
            "-2147483648",
            "7L",
            "1.5",
            "0.1D",
            "0.5F",
            "1e3",
            "'EU'",
            "''",
            "'a%'",
            "'\\\\'",
            "X'ff'",
            "DATE '2024-02-29'",
            "TIMESTAMP '0001-01-01'",
            "try_add(",
            "try_multiply(",
            "try_divide(",
            "try_mod(",
            "coalesce(",
            "if(",
            "concat(",
            "left(",
            "right(",
            "substring(",
            "length(",
            "replace(",
            "year(",
            "date_trunc('year',",
            "sha256(",
            "is_member('de')",
            "session_attribute('limit')",
            "current_principal()",
            "SELECT",
            "EXISTS",
            "\u0000",
            "\ud800",
            "😀",
            "`",
            "'",
            "\"");
    private static final List<String> VALUES = List.of(
            "region",
            "small",
            "flag",
            "price",
            "weight",
            "large",
            "NULL",
            "1",
            "7L",
            "1.5",
            "'EU'",
            "TRUE",
            "length(region)",
            "missing",
            "try_divide(small, small)",
            "try_multiply(small, small)",
            "left(region, small)",
            "year(day_of)");
    private static final List<String> FRAMES = List.of(
            "%s",
            "%s = %s",
            "%s < %s AND %s >= %s",
            "%s IN (%s, %s)",
            "%s BETWEEN %s AND %s",
            "NOT (%s)",
            "coalesce(%s, %s) = %s",
            "CASE WHEN %s THEN %s ELSE %s END",
            "try_add(%s, %s) <> %s",
            "if(%s, %s, %s) IS NULL",
            "%s LIKE %s",
            "left(%s, %s) = %s",
            "substring(%s, %s, %s) > %s",
            "try_mod(%s, %s) <=> %s",
            "year(%s) = %s",
            "%s OR %s OR %s");

    private final Random random = new Random(39L);
    private final ExpressionGenerator generator = new ExpressionGenerator(40L, TestTable.COLUMNS);

    @Test
    void T39_any_text_is_a_fault_or_an_expression_that_can_not_throw() {
        int bound = 0;
        for (int i = 0; i < TRIES; i++) {
            String sql = random.nextInt(3) == 0 ? soup() : framed(2);
            bound += bind(sql).map(expression -> evaluated(sql, expression)).orElse(0);
        }
        assertThat(bound).as("texts that were expressions").isGreaterThan(TRIES / 50);
    }

    private int evaluated(String sql, Expression expression) {
        Map<Integer, Optional<Object>> row = generator.row();
        assertThatCode(() -> Interpreter.test(expression, row))
                .as("%s on %s", sql, row)
                .doesNotThrowAnyException();
        return 1;
    }

    private static Optional<Expression> bind(String sql) {
        try {
            return Optional.of(ExpressionBinder.bind(sql, TestTable.scope(), Simple.BOOLEAN));
        } catch (ExpressionFault refused) {
            assertThat(refused.position()).isBetween(0, sql.length());
            return Optional.empty();
        }
    }

    private String soup() {
        return IntStream.rangeClosed(0, random.nextInt(12))
                .mapToObj(i -> pick(WORDS))
                .collect(Collectors.joining(" "));
    }

    private String framed(int depth) {
        String text = pick(FRAMES);
        while (text.contains("%s")) {
            boolean nested = depth > 0 && random.nextInt(4) == 0;
            int hole = text.indexOf("%s");
            text = text.substring(0, hole)
                    + (nested ? "(" + framed(depth - 1) + ")" : filling())
                    + text.substring(hole + 2);
        }
        return text;
    }

    private String filling() {
        return pick(random.nextInt(20) == 0 ? WORDS : VALUES);
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
