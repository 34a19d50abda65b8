package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A column at any depth, under the dotted name that policies and tags know it by.
 *
 * @param path {@code address.zip}, {@code items.element.price}, {@code attributes.value}
 * @param column the column itself
 * @param way the columns from the top-level one down to it, itself the last
 */
record ColumnPath(String path, Column column, List<Column> way) {
    ColumnPath {
        way = List.copyOf(way);
    }

    /** The top-level column that it is, or lies in. */
    Column top() {
        return way.get(0);
    }

    /** The path of a column on the way to this one. */
    ColumnPath upTo(Column outer) {
        List<Column> upTo = way.subList(0, way.indexOf(outer) + 1);
        return new ColumnPath(upTo.stream().map(Column::name).collect(Collectors.joining(".")), outer, upTo);
    }

    boolean isNested() {
        return way.size() > 1;
    }

    /** Whether it is a map's key or lies in one: a key can't be replaced without losing entries. */
    boolean isInKey() {
        for (int i = 1; i < way.size(); i++) {
            if (way.get(i - 1).type() instanceof ColumnType.MapOf map
                    && map.key().fieldId() == way.get(i).fieldId()) {
                return true;
            }
        }
        return false;
    }

    /** Every column of a schema, outer before inner. */
    static List<ColumnPath> allOf(TableSchema schema) {
        List<ColumnPath> paths = new ArrayList<>();
        schema.columns().forEach(column -> collect(new ColumnPath(column.name(), column, List.of(column)), paths));
        return List.copyOf(paths);
    }

    private static void collect(ColumnPath parent, List<ColumnPath> paths) {
        paths.add(parent);
        for (Column child : children(parent.column().type())) {
            List<Column> way = new ArrayList<>(parent.way());
            way.add(child);
            collect(new ColumnPath(parent.path() + "." + child.name(), child, way), paths);
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
