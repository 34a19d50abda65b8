package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.ColumnType;
import java.util.Optional;

/** The types that expressions compute with. */
public sealed interface ValueType {
    /** A type without parameters. TIMESTAMP is an instant; TIMESTAMP_NTZ has no zone. */
    enum Simple implements ValueType {
        BOOLEAN,
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        STRING,
        BINARY,
        DATE,
        TIMESTAMP,
        TIMESTAMP_NTZ
    }

    /** {@code decimal(precision, scale)}. */
    record Decimal(int precision, int scale) implements ValueType {}

    /** The type that a column has in expressions; empty for columns that expressions don't reach. */
    static Optional<ValueType> of(ColumnType type) {
        if (type instanceof ColumnType.Decimal decimal) {
            return Optional.of(new Decimal(decimal.precision(), decimal.scale()));
        }
        return type instanceof ColumnType.Primitive primitive ? simple(primitive) : Optional.empty();
    }

    private static Optional<ValueType> simple(ColumnType.Primitive type) {
        return switch (type) {
            case BOOLEAN -> Optional.of(Simple.BOOLEAN);
            case INT -> Optional.of(Simple.INT);
            case LONG -> Optional.of(Simple.LONG);
            case FLOAT -> Optional.of(Simple.FLOAT);
            case DOUBLE -> Optional.of(Simple.DOUBLE);
            case DATE -> Optional.of(Simple.DATE);
            case TIMESTAMP -> Optional.of(Simple.TIMESTAMP_NTZ);
            case TIMESTAMPTZ -> Optional.of(Simple.TIMESTAMP);
            case STRING -> Optional.of(Simple.STRING);
            case BINARY -> Optional.of(Simple.BINARY);
            case TIME, TIMESTAMP_NANO, TIMESTAMPTZ_NANO, UUID, VARIANT, OTHER -> Optional.empty();
        };
    }
}
