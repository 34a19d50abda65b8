package io.paladio.carbon.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.TableSchema;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IcebergSchemasTest {
    static Stream<Arguments> types() {
        return Stream.of(
                Arguments.of(Types.BooleanType.get(), Primitive.BOOLEAN),
                Arguments.of(Types.IntegerType.get(), Primitive.INT),
                Arguments.of(Types.LongType.get(), Primitive.LONG),
                Arguments.of(Types.FloatType.get(), Primitive.FLOAT),
                Arguments.of(Types.DoubleType.get(), Primitive.DOUBLE),
                Arguments.of(Types.DateType.get(), Primitive.DATE),
                Arguments.of(Types.TimeType.get(), Primitive.TIME),
                Arguments.of(Types.TimestampType.withoutZone(), Primitive.TIMESTAMP),
                Arguments.of(Types.TimestampType.withZone(), Primitive.TIMESTAMPTZ),
                Arguments.of(Types.TimestampNanoType.withoutZone(), Primitive.TIMESTAMP_NANO),
                Arguments.of(Types.TimestampNanoType.withZone(), Primitive.TIMESTAMPTZ_NANO),
                Arguments.of(Types.StringType.get(), Primitive.STRING),
                Arguments.of(Types.UUIDType.get(), Primitive.UUID),
                Arguments.of(Types.BinaryType.get(), Primitive.BINARY),
                Arguments.of(Types.VariantType.get(), Primitive.VARIANT),
                Arguments.of(Types.UnknownType.get(), Primitive.OTHER),
                Arguments.of(Types.GeometryType.crs84(), Primitive.OTHER),
                Arguments.of(Types.GeographyType.crs84(), Primitive.OTHER),
                Arguments.of(Types.DecimalType.of(12, 3), new ColumnType.Decimal(12, 3)),
                Arguments.of(Types.FixedType.ofLength(7), new ColumnType.Fixed(7)));
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_type_has_its_counterpart(Type iceberg, ColumnType expected) {
        assertThat(IcebergSchemas.of(new Schema(List.of(Types.NestedField.optional(4, "c", iceberg)))))
                .isEqualTo(new TableSchema(0, List.of(new Column(4, "c", expected, false))));
    }

    @Test
    void S10_nested_fields_keep_their_ids_and_names() {
        Schema schema = new Schema(
                3,
                List.of(
                        Types.NestedField.required(
                                1,
                                "address",
                                Types.StructType.of(Types.NestedField.optional(5, "zip", Types.StringType.get()))),
                        Types.NestedField.optional(2, "items", Types.ListType.ofRequired(6, Types.LongType.get())),
                        Types.NestedField.optional(
                                3,
                                "attributes",
                                Types.MapType.ofOptional(7, 8, Types.StringType.get(), Types.DoubleType.get()))));

        assertThat(IcebergSchemas.of(schema))
                .isEqualTo(new TableSchema(
                        3,
                        List.of(
                                new Column(
                                        1,
                                        "address",
                                        new ColumnType.Struct(List.of(new Column(5, "zip", Primitive.STRING, false))),
                                        true),
                                new Column(
                                        2,
                                        "items",
                                        new ColumnType.ListOf(new Column(6, "element", Primitive.LONG, true)),
                                        false),
                                new Column(
                                        3,
                                        "attributes",
                                        new ColumnType.MapOf(
                                                new Column(7, "key", Primitive.STRING, true),
                                                new Column(8, "value", Primitive.DOUBLE, false)),
                                        false))));
    }
}
