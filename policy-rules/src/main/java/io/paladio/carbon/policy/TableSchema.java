package io.paladio.carbon.policy;

import java.util.List;
import java.util.Optional;

/**
 * The schema that a policy is bound to: the one of the snapshot that is read.
 *
 * @param schemaId Iceberg's schema-id
 * @param columns top-level columns in order
 */
public record TableSchema(int schemaId, List<Column> columns) {
    public TableSchema {
        columns = List.copyOf(columns);
    }

    /** The top-level column of this exact name. */
    public Optional<Column> named(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }
}
