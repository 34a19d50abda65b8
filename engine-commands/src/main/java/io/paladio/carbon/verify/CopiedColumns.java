package io.paladio.carbon.verify;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/**
 * A table's columns as a client sees them, as policies are bound to. Field-ids are made up here: of the table as it is now, names mean
 * the same. Iceberg's uuid is a string to clients, and its fixed(n) is binary. Used once; not thread-safe.
 */
final class CopiedColumns {
    private int lastId;

    private CopiedColumns() {}

    static TableSchema of(StructType columns) {
        return new TableSchema(0, new CopiedColumns().all(columns));
    }

    private List<Column> all(StructType struct) {
        List<Column> columns = new ArrayList<>();
        for (StructField field : struct.fields()) {
            columns.add(column(field.name(), field.dataType(), field.nullable()));
        }
        return columns;
    }

    private Column column(String name, DataType type, boolean nullable) {
        int id = ++lastId;
        return new Column(id, name, type(type), !nullable);
    }

    private ColumnType type(DataType type) {
        if (type instanceof StructType struct) {
            return new ColumnType.Struct(all(struct));
        }
        if (type instanceof ArrayType array) {
            return new ColumnType.ListOf(column("element", array.elementType(), array.containsNull()));
        }
        if (type instanceof MapType map) {
            return new ColumnType.MapOf(
                    column("key", map.keyType(), false), column("value", map.valueType(), map.valueContainsNull()));
        }
        return type instanceof DecimalType decimal
                ? new ColumnType.Decimal(decimal.precision(), decimal.scale())
                : primitive(type);
    }

    private static ColumnType primitive(DataType type) {
        if (type instanceof VariantType) {
            return Primitive.VARIANT;
        }
        return SCALARS.stream()
                .filter(scalar -> scalar.type().equals(type))
                .map(Scalar::column)
                .findFirst()
                .orElse(Primitive.OTHER);
    }

    /** A type of Spark, and what it is to policies. */
    private record Scalar(DataType type, Primitive column) {}

    private static final List<Scalar> SCALARS = List.of(
            new Scalar(DataTypes.BooleanType, Primitive.BOOLEAN),
            new Scalar(DataTypes.IntegerType, Primitive.INT),
            new Scalar(DataTypes.LongType, Primitive.LONG),
            new Scalar(DataTypes.FloatType, Primitive.FLOAT),
            new Scalar(DataTypes.DoubleType, Primitive.DOUBLE),
            new Scalar(DataTypes.StringType, Primitive.STRING),
            new Scalar(DataTypes.BinaryType, Primitive.BINARY),
            new Scalar(DataTypes.DateType, Primitive.DATE),
            new Scalar(DataTypes.TimestampType, Primitive.TIMESTAMPTZ),
            new Scalar(DataTypes.TimestampNTZType, Primitive.TIMESTAMP));
}
