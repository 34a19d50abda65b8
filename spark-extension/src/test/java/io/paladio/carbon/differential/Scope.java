package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * What names mean at a place of a statement: the columns of what stands in FROM. Immutable.
 *
 * @param columns as they are referred to
 */
record Scope(List<Out> columns) {
    /** A column: its name alone, or as it is referred to. */
    record Out(String name, Type type) {
        Out under(String alias) {
            return new Out(alias + "." + name, type);
        }
    }

    Scope {
        columns = List.copyOf(columns);
    }

    static Scope of(String alias, List<Out> columns) {
        return new Scope(columns.stream().map(column -> column.under(alias)).toList());
    }

    Scope and(Scope other) {
        return new Scope(Stream.concat(columns.stream(), other.columns.stream()).toList());
    }

    List<Out> of(Type type) {
        return columns.stream().filter(column -> column.type().equals(type)).toList();
    }

    /** The columns, and what within them can be reached without failing. */
    Scope opened() {
        List<Out> opened = new ArrayList<>();
        columns.forEach(column -> open(column, opened));
        return new Scope(opened);
    }

    private static void open(Out column, List<Out> opened) {
        opened.add(column);
        Type type = column.type();
        if (type instanceof Types.StructType struct) {
            struct.fields()
                    .forEach(field -> open(
                            new Out(column.name() + ".`" + field.name() + "`", Sorts.shown(field.type())), opened));
        } else if (type instanceof Types.ListType list) {
            opened.add(new Out("size(" + column.name() + ")", Types.IntegerType.get()));
            open(new Out("get(" + column.name() + ", 0)", Sorts.shown(list.elementType())), opened);
        } else if (type instanceof Types.MapType map) {
            String key = map.keyType().equals(Types.StringType.get()) ? "'a'" : "1";
            opened.add(new Out("size(" + column.name() + ")", Types.IntegerType.get()));
            open(new Out("try_element_at(" + column.name() + ", " + key + ")", Sorts.shown(map.valueType())), opened);
        }
    }
}
