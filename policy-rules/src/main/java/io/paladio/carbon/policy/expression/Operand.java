package io.paladio.carbon.policy.expression;

import java.util.Optional;

/**
 * A bound part of an expression, before its surroundings have settled its type.
 *
 * @param position where it stands in the text
 * @param expression empty for NULL without a type
 */
record Operand(int position, Optional<Expression> expression) {
    static Operand of(int position, Expression expression) {
        return new Operand(position, Optional.of(expression));
    }

    static Operand nothing(int position) {
        return new Operand(position, Optional.empty());
    }

    boolean isNull() {
        return expression.isEmpty();
    }

    Expression known() {
        return expression.orElseThrow();
    }
}
