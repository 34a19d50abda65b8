package io.paladio.carbon.policy.expression;

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
}
