package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.util.Optional;

/** A constant as one of another type, where it means the same there. */
final class ConstantTyping {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private ConstantTyping() {}

    static Optional<Literal> adapted(Literal literal, ValueType type) {
        if (literal.type().equals(type)) {
            return Optional.of(literal);
        }
        return literal.value()
                .flatMap(value -> isTemporal(literal.type()) ? temporal(literal, value, type) : numeric(value, type))
                .map(value -> new Literal(Optional.of(value), type));
    }

    private static boolean isTemporal(ValueType type) {
        return type == Simple.DATE || type == Simple.TIMESTAMP || type == Simple.TIMESTAMP_NTZ;
    }

    private static Optional<Object> temporal(Literal literal, Object value, ValueType type) {
        if (type != Simple.TIMESTAMP && type != Simple.TIMESTAMP_NTZ) {
            return Optional.empty();
        }
        return Optional.of(literal.type() == Simple.DATE ? (Integer) value * MICROS_PER_DAY : value);
    }

    private static Optional<Object> numeric(Object value, ValueType type) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return type == Simple.DOUBLE || type == Simple.FLOAT && (float) number == number
                    ? floating(number, type)
                    : Optional.empty();
        }
        return exact(value).flatMap(number -> of(number, type));
    }

    private static Optional<BigDecimal> exact(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return Optional.of(BigDecimal.valueOf(((Number) value).longValue()));
        }
        return value instanceof BigDecimal decimal ? Optional.of(decimal) : Optional.empty();
    }

    private static Optional<Object> of(BigDecimal number, ValueType type) {
        if (type instanceof ValueType.Decimal decimal) {
            return decimal(number, decimal);
        }
        if (type == Simple.INT) {
            return integral(number, Integer.SIZE).map(BigDecimal::intValueExact);
        }
        if (type == Simple.LONG) {
            return integral(number, Long.SIZE).map(BigDecimal::longValueExact);
        }
        return Typing.isFloating(type) ? nearest(number, type) : Optional.empty();
    }

    private static Optional<BigDecimal> integral(BigDecimal number, int bits) {
        boolean whole = number.stripTrailingZeros().scale() <= 0;
        return whole && number.toBigInteger().bitLength() < bits ? Optional.of(number) : Optional.empty();
    }

    private static Optional<Object> decimal(BigDecimal number, ValueType.Decimal type) {
        if (number.stripTrailingZeros().scale() > type.scale()) {
            return Optional.empty();
        }
        BigDecimal scaled = number.setScale(type.scale());
        return scaled.precision() > type.precision() ? Optional.empty() : Optional.of(scaled);
    }

    /** A written fraction means the nearest double; a whole number, or anything beside a float, must be exact. */
    private static Optional<Object> nearest(BigDecimal number, ValueType type) {
        double nearest = number.doubleValue();
        boolean exact = new BigDecimal(nearest).compareTo(number) == 0;
        boolean fraction = number.stripTrailingZeros().scale() > 0;
        if (type == Simple.FLOAT) {
            return exact && (float) nearest == nearest ? floating(nearest, type) : Optional.empty();
        }
        return exact || fraction ? floating(nearest, type) : Optional.empty();
    }

    private static Optional<Object> floating(double number, ValueType type) {
        return type == Simple.FLOAT ? Optional.of((float) number) : Optional.of(number);
    }
}
