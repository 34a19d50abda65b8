package io.paladio.carbon.catalog;

import java.util.Arrays;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Columns without their defaults, at any depth. The default of a column is the raw value of each row that was written before the
 * column was; descriptions and schemas would show it. Rows are read by Iceberg's own schema, which keeps it. Stateless.
 */
final class ShownColumns {
    private static final Set<String> DEFAULTS = Set.of("CURRENT_DEFAULT", "EXISTS_DEFAULT");

    private ShownColumns() {}

    static Column[] of(Column[] columns) {
        return Arrays.stream(columns).map(ShownColumns::shown).toArray(Column[]::new);
    }

    static StructType of(StructType columns) {
        return new StructType(
                Arrays.stream(columns.fields()).map(ShownColumns::shown).toArray(StructField[]::new));
    }

    private static Column shown(Column column) {
        String metadata = column.metadataInJSON();
        return Column.create(
                column.name(),
                shown(column.dataType()),
                column.nullable(),
                column.comment(),
                metadata == null ? null : shown(Metadata.fromJson(metadata)).json());
    }

    private static StructField shown(StructField field) {
        return new StructField(field.name(), shown(field.dataType()), field.nullable(), shown(field.metadata()));
    }

    private static Metadata shown(Metadata metadata) {
        MetadataBuilder builder = new MetadataBuilder().withMetadata(metadata);
        DEFAULTS.forEach(builder::remove);
        return builder.build();
    }

    private static DataType shown(DataType type) {
        if (type instanceof StructType struct) {
            return of(struct);
        }
        if (type instanceof ArrayType array) {
            return new ArrayType(shown(array.elementType()), array.containsNull());
        }
        return type instanceof MapType map
                ? new MapType(shown(map.keyType()), shown(map.valueType()), map.valueContainsNull())
                : type;
    }
}
