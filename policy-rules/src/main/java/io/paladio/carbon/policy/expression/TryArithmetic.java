package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Arithmetic;
import io.paladio.carbon.policy.expression.Expression.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** Arithmetic whose result is NULL where SQL's would fail: overflow, division by zero. */
final class TryArithmetic {
    private TryArithmetic() {}

    static Optional<Object> apply(Arithmetic arithmetic, Object left, Object right) {
        if (left instanceof Double number) {
            return floating(arithmetic.operator(), number, (double) right);
        }
        if (left instanceof Float number) {
            return floating(arithmetic.operator(), number, (float) right);
        }
        if (left instanceof BigDecimal number) {
            return decimal(arithmetic, number, (BigDecimal) right);
        }
        return integral(arithmetic.operator(), (Number) left, (Number) right);
    }

    private static Optional<Object> floating(Operator operator, double left, double right) {
        return switch (operator) {
            case TRY_ADD -> Optional.of(left + right);
            case TRY_SUBTRACT -> Optional.of(left - right);
            case TRY_MULTIPLY -> Optional.of(left * right);
            case TRY_DIVIDE -> right == 0 ? Optional.empty() : Optional.of(left / right);
            case TRY_MOD -> right == 0 ? Optional.empty() : Optional.of(left % right);
        };
    }

    private static Optional<Object> floating(Operator operator, float left, float right) {
        return switch (operator) {
            case TRY_ADD -> Optional.of(left + right);
            case TRY_SUBTRACT -> Optional.of(left - right);
            case TRY_MULTIPLY -> Optional.of(left * right);
            case TRY_DIVIDE -> throw new IllegalArgumentException("division is of doubles");
            case TRY_MOD -> right == 0 ? Optional.empty() : Optional.of(left % right);
        };
    }

    private static Optional<Object> decimal(Arithmetic arithmetic, BigDecimal left, BigDecimal right) {
        return switch (arithmetic.operator()) {
            case TRY_ADD -> fitted(left.add(right), arithmetic.type());
            case TRY_SUBTRACT -> fitted(left.subtract(right), arithmetic.type());
            case TRY_MULTIPLY -> fitted(left.multiply(right), arithmetic.type());
            case TRY_DIVIDE -> throw new IllegalArgumentException("division is of doubles");
            case TRY_MOD -> right.signum() == 0 ? Optional.empty() : fitted(left.remainder(right), arithmetic.type());
        };
    }

    private static Optional<Object> fitted(BigDecimal value, ValueType type) {
        ValueType.Decimal decimal = (ValueType.Decimal) type;
        BigDecimal scaled = value.setScale(decimal.scale());
        return scaled.precision() > decimal.precision() ? Optional.empty() : Optional.of(scaled);
    }

    private static Optional<Object> integral(Operator operator, Number left, Number right) {
        BigInteger first = BigInteger.valueOf(left.longValue());
        BigInteger second = BigInteger.valueOf(right.longValue());
        boolean isLong = left instanceof Long;
        return switch (operator) {
            case TRY_ADD -> inRange(first.add(second), isLong);
            case TRY_SUBTRACT -> inRange(first.subtract(second), isLong);
            case TRY_MULTIPLY -> inRange(first.multiply(second), isLong);
            case TRY_DIVIDE -> throw new IllegalArgumentException("division is of doubles");
            case TRY_MOD -> second.signum() == 0 ? Optional.empty() : inRange(first.remainder(second), isLong);
        };
    }

    private static Optional<Object> inRange(BigInteger value, boolean isLong) {
        if (value.bitLength() >= (isLong ? Long.SIZE : Integer.SIZE)) {
            return Optional.empty();
        }
        return isLong ? Optional.of(value.longValue()) : Optional.of(value.intValue());
    }
}
