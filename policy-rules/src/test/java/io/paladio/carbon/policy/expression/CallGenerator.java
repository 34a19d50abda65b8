package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Calls of every published function. Used by one thread. */
final class CallGenerator {
    private final ExpressionGenerator expressions;
    private final ValueGenerator values;

    CallGenerator(ExpressionGenerator expressions, ValueGenerator values) {
        this.expressions = expressions;
        this.values = values;
    }

    Expression condition(int depth) {
        Function function = values.pick(List.of(Function.STARTSWITH, Function.ENDSWITH, Function.CONTAINS));
        return expressions.call(function, Simple.BOOLEAN, text(depth), text(depth));
    }

    /** Ways to make a value of the type by a call. */
    List<Supplier<Expression>> of(ValueType type, int depth) {
        if (type == Simple.STRING) {
            return texts(depth);
        }
        if (type == Simple.INT) {
            return List.of(() -> expressions.call(Function.LENGTH, type, text(depth)), () -> part(depth));
        }
        return type == Simple.TIMESTAMP || type == Simple.TIMESTAMP_NTZ
                ? List.of(() -> truncated(type, depth))
                : List.of();
    }

    private List<Supplier<Expression>> texts(int depth) {
        return List.of(
                () -> expressions.call(unary(), Simple.STRING, text(depth)),
                () -> expressions.call(Function.CONCAT, Simple.STRING, text(depth), text(depth)),
                () -> expressions.call(Function.SUBSTRING, Simple.STRING, text(depth), number(depth), number(depth)),
                () -> expressions.call(
                        values.pick(List.of(Function.LEFT, Function.RIGHT)), Simple.STRING, text(depth), number(depth)),
                () -> expressions.call(Function.REPLACE, Simple.STRING, text(depth), constant("a"), constant("b😀")));
    }

    private Function unary() {
        return values.pick(List.of(
                Function.LOWER, Function.UPPER, Function.TRIM, Function.LTRIM, Function.RTRIM, Function.SHA256));
    }

    private Expression part(int depth) {
        ValueType type = values.pick(List.<ValueType>of(Simple.DATE, Simple.TIMESTAMP, Simple.TIMESTAMP_NTZ));
        return expressions.call(
                values.pick(List.of(Function.YEAR, Function.MONTH, Function.DAY)),
                Simple.INT,
                expressions.expression(type, depth));
    }

    private Expression truncated(ValueType type, int depth) {
        Literal unit = constant(values.pick(List.of("year", "month", "day", "hour")));
        return expressions.call(Function.DATE_TRUNC, type, unit, expressions.expression(type, depth));
    }

    private Expression text(int depth) {
        return expressions.expression(Simple.STRING, depth);
    }

    private Expression number(int depth) {
        return expressions.expression(Simple.INT, depth);
    }

    private static Literal constant(String text) {
        return new Literal(Optional.of(text), Simple.STRING);
    }
}
