package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.TableSchema;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Iceberg's schemas in the terms of policies: field-ids and all nested fields kept. */
final class IcebergSchemas {
    private IcebergSchemas() {}

    static TableSchema of(Schema schema) {
        return new TableSchema(schema.schemaId(), columns(schema.columns()));
    }

    private static List<Column> columns(List<Types.NestedField> fields) {
        return fields.stream().map(IcebergSchemas::column).toList();
    }

    private static Column column(Types.NestedField field) {
        return new Column(field.fieldId(), field.name(), type(field.type()), field.isRequired());
    }

    private static ColumnType type(Type type) {
        return switch (type.typeId()) {
            case STRUCT -> new ColumnType.Struct(columns(type.asStructType().fields()));
            case LIST -> new ColumnType.ListOf(column(type.asListType().fields().get(0)));
            case MAP ->
                new ColumnType.MapOf(
                        column(type.asMapType().fields().get(0)),
                        column(type.asMapType().fields().get(1)));
            case DECIMAL -> decimal((Types.DecimalType) type);
            case FIXED -> new ColumnType.Fixed(((Types.FixedType) type).length());
            default -> primitive(type);
        };
    }

    private static ColumnType decimal(Types.DecimalType type) {
        return new ColumnType.Decimal(type.precision(), type.scale());
    }

    private static Primitive primitive(Type type) {
        return switch (type.typeId()) {
            case BOOLEAN -> Primitive.BOOLEAN;
            case INTEGER -> Primitive.INT;
            case LONG -> Primitive.LONG;
            case FLOAT -> Primitive.FLOAT;
            case DOUBLE -> Primitive.DOUBLE;
            case DATE -> Primitive.DATE;
            case TIME -> Primitive.TIME;
            case STRING -> Primitive.STRING;
            case UUID -> Primitive.UUID;
            case BINARY -> Primitive.BINARY;
            case VARIANT -> Primitive.VARIANT;
            case TIMESTAMP ->
                ((Types.TimestampType) type).shouldAdjustToUTC() ? Primitive.TIMESTAMPTZ : Primitive.TIMESTAMP;
            case TIMESTAMP_NANO ->
                ((Types.TimestampNanoType) type).shouldAdjustToUTC()
                        ? Primitive.TIMESTAMPTZ_NANO
                        : Primitive.TIMESTAMP_NANO;
            default -> Primitive.OTHER;
        };
    }
}
