package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * A column at any depth, under the dotted name that policies and tags know it by.
 *
 * @param path {@code address.zip}, {@code items.element.price}, {@code attributes.value}
 * @param column the column itself
 * @param top the top-level column that it is, or lies in
 */
record ColumnPath(String path, Column column, Column top) {

    boolean isNested() {
        return column.fieldId() != top.fieldId();
    }

    /** Every column of a schema, outer before inner. */
    static List<ColumnPath> allOf(TableSchema schema) {
        List<ColumnPath> paths = new ArrayList<>();
        schema.columns().forEach(column -> collect(new ColumnPath(column.name(), column, column), paths));
        return List.copyOf(paths);
    }

    private static void collect(ColumnPath parent, List<ColumnPath> paths) {
        paths.add(parent);
        for (Column child : children(parent.column().type())) {
            collect(new ColumnPath(parent.path() + "." + child.name(), child, parent.top()), paths);
        }
    }

    private static List<Column> children(ColumnType type) {
        if (type instanceof ColumnType.Struct struct) {
            return struct.fields();
        }
        if (type instanceof ColumnType.ListOf list) {
            return List.of(list.element());
        }
        return type instanceof ColumnType.MapOf map ? List.of(map.key(), map.value()) : List.of();
    }
}
