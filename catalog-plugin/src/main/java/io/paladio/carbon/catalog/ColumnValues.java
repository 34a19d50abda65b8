package io.paladio.carbon.catalog;

import java.util.Optional;
import java.util.Set;

/** What was read of a column: all of it, or nothing, where it would be more than a bound allows. */
public sealed interface ColumnValues {
    /** The different values, as Iceberg gives them; empty stands for NULL. */
    record All(Set<Optional<Object>> values) implements ColumnValues {}

    /** The bound that was passed. */
    enum TooMany implements ColumnValues {
        ROWS,
        CHARACTERS
    }
}
