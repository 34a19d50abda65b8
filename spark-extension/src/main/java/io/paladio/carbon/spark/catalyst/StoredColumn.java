package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.Flow;
import io.paladio.carbon.lineage.StatementRecord.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A column that a command fills. Immutable.
 *
 * @param from the table columns that its values depend on
 */
public record StoredColumn(String name, DataType type, Set<Source> from) {
    public StoredColumn {
        from = Set.copyOf(from);
    }

    /**
     * Where the part of a source ends up that lies in it under a path: the same field of this column, where the source is stored as it
     * is; else anywhere in this column.
     */
    public String place(Source source, String path) {
        boolean kept = source.flow() == Flow.IDENTITY && !path.isEmpty() && holds(type, List.of(path.split("\\.", -1)));
        return kept ? name + "." + path : name;
    }

    private static boolean holds(DataType type, List<String> path) {
        if (path.isEmpty()) {
            return true;
        }
        return within(type, path.get(0))
                .filter(field -> holds(field, path.subList(1, path.size())))
                .isPresent();
    }

    private static Optional<DataType> within(DataType type, String name) {
        if (type instanceof StructType struct) {
            return Arrays.stream(struct.fields())
                    .filter(field -> field.name().equals(name))
                    .map(StructField::dataType)
                    .findFirst();
        }
        if (type instanceof ArrayType array && name.equals("element")) {
            return Optional.of(array.elementType());
        }
        return type instanceof MapType map ? within(map, name) : Optional.empty();
    }

    private static Optional<DataType> within(MapType map, String name) {
        return switch (name) {
            case "key" -> Optional.of(map.keyType());
            case "value" -> Optional.of(map.valueType());
            default -> Optional.empty();
        };
    }
}
