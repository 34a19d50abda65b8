package io.paladio.carbon.policy;

import java.util.List;

/** The type of a column, in Iceberg's terms: what masks and expressions are checked against. */
public sealed interface ColumnType {

    /** A type without parameters. */
    enum Primitive implements ColumnType {
        BOOLEAN,
        INT,
        LONG,
        FLOAT,
        DOUBLE,
        DATE,
        TIME,
        TIMESTAMP,
        TIMESTAMP_NANO,
        TIMESTAMPTZ,
        TIMESTAMPTZ_NANO,
        STRING,
        UUID,
        BINARY,
        VARIANT,
        /** A type that masks and expressions do not reach: geometry, geography, unknown. */
        OTHER
    }

    /** {@code decimal(precision, scale)}. */
    record Decimal(int precision, int scale) implements ColumnType {}

    /** {@code fixed(length)}: bytes of one length. */
    record Fixed(int length) implements ColumnType {}

    /** A struct; its fields have field-ids of their own. */
    record Struct(List<Column> fields) implements ColumnType {
        public Struct {
            fields = List.copyOf(fields);
        }
    }

    /** A list; its element is a column named {@code element}. */
    record ListOf(Column element) implements ColumnType {}

    /** A map; key and value are columns named {@code key} and {@code value}. */
    record MapOf(Column key, Column value) implements ColumnType {}
}
