package io.paladio.carbon.policy.mask;

import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.util.Optional;

/** What {@code mask-to-fixed-value} puts in the place of every value of a type, NULL included. Stateless and thread-safe. */
public final class FixedValues {
    private static final String ZERO_UUID = "00000000-0000-0000-0000-000000000000";

    private FixedValues() {}

    /**
     * The fixed value of a type without columns within. UUID is a string and fixed(n) is binary, as engines read them. Empty
     * for what the expression language has no value of: time, nanosecond timestamps, variant, nested types.
     */
    public static Optional<Literal> of(ColumnType type) {
        if (type instanceof ColumnType.Fixed fixed) {
            return literal(new byte[fixed.length()], Simple.BINARY);
        }
        if (type instanceof ColumnType.Decimal decimal) {
            ValueType.Decimal exact = new ValueType.Decimal(decimal.precision(), decimal.scale());
            return literal(BigDecimal.ZERO.setScale(decimal.scale()), exact);
        }
        return type instanceof ColumnType.Primitive primitive ? primitive(primitive) : Optional.empty();
    }

    private static Optional<Literal> primitive(ColumnType.Primitive type) {
        return switch (type) {
            case BOOLEAN -> literal(false, Simple.BOOLEAN);
            case INT -> literal(0, Simple.INT);
            case LONG -> literal(0L, Simple.LONG);
            case FLOAT -> literal(0f, Simple.FLOAT);
            case DOUBLE -> literal(0d, Simple.DOUBLE);
            case DATE -> literal(0, Simple.DATE);
            case TIMESTAMP -> literal(0L, Simple.TIMESTAMP_NTZ);
            case TIMESTAMPTZ -> literal(0L, Simple.TIMESTAMP);
            case STRING -> literal("XXXXXXXX", Simple.STRING);
            case UUID -> literal(ZERO_UUID, Simple.STRING);
            case BINARY -> literal(new byte[0], Simple.BINARY);
            case TIME, TIMESTAMP_NANO, TIMESTAMPTZ_NANO, VARIANT, OTHER -> Optional.empty();
        };
    }

    private static Optional<Literal> literal(Object value, ValueType type) {
        return Optional.of(new Literal(Optional.of(value), type));
    }
}
