package io.paladio.carbon.differential;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** Schemas of every type that Spark reads from Iceberg, nested ones too, and partition specs over them. Used by one thread. */
final class SchemaGenerator {
    static final String ID = "id";

    static final List<Type> FLAT = List.of(
            Types.BooleanType.get(),
            Types.IntegerType.get(),
            Types.LongType.get(),
            Types.FloatType.get(),
            Types.DoubleType.get(),
            Types.DecimalType.of(9, 2),
            Types.DecimalType.of(18, 4),
            Types.DecimalType.of(38, 10),
            Types.DateType.get(),
            Types.TimestampType.withZone(),
            Types.TimestampType.withoutZone(),
            Types.StringType.get(),
            Types.UUIDType.get(),
            Types.FixedType.ofLength(4),
            Types.BinaryType.get());

    private static final List<String> NAMES = List.of(
            "name", "Region", "amount", "day", "a b", "größe", "note", "x", "VALUE", "order", "tag", "e1", "e2");

    private final Dice dice;

    SchemaGenerator(Dice dice) {
        this.dice = dice;
    }

    /** A column {@code id} without duplicates, a string, an int, and some more of any type. */
    Schema schema() {
        List<NestedField> fields = new ArrayList<>();
        fields.add(field(ID, dice.one(Types.IntegerType.get(), Types.LongType.get()), dice.percent(70)));
        List<String> names = new ArrayList<>(NAMES);
        fields.add(field(taken(names), Types.StringType.get(), dice.percent(10)));
        fields.add(field(taken(names), Types.IntegerType.get(), dice.percent(20)));
        int more = dice.between(2, 6);
        for (int i = 0; i < more; i++) {
            Type type = dice.percent(25) ? nested(2) : dice.of(FLAT);
            fields.add(field(taken(names), type, dice.percent(20)));
        }
        return TypeUtil.assignIncreasingFreshIds(new Schema(fields));
    }

    private String taken(List<String> names) {
        return names.remove(dice.below(names.size()));
    }

    private int next = 1000;

    private NestedField field(String name, Type type, boolean required) {
        next++;
        return required ? NestedField.required(next, name, type) : NestedField.optional(next, name, type);
    }

    private Type inner(int depth) {
        return depth > 0 && dice.percent(30) ? nested(depth) : dice.of(FLAT);
    }

    private Type nested(int depth) {
        return switch (dice.below(3)) {
            case 0 -> struct(depth - 1);
            case 1 -> list(inner(depth - 1));
            default -> map(inner(depth - 1));
        };
    }

    private Type struct(int depth) {
        List<NestedField> fields = new ArrayList<>();
        List<String> names = List.of("f", "City", "zip");
        int count = dice.between(1, names.size());
        for (int i = 0; i < count; i++) {
            fields.add(field(names.get(i), inner(depth), dice.percent(20)));
        }
        return Types.StructType.of(fields);
    }

    private Type list(Type element) {
        next++;
        return dice.percent(30) ? Types.ListType.ofRequired(next, element) : Types.ListType.ofOptional(next, element);
    }

    private Type map(Type value) {
        next += 2;
        Type key = dice.one(Types.StringType.get(), Types.IntegerType.get());
        return dice.percent(30)
                ? Types.MapType.ofRequired(next - 1, next, key, value)
                : Types.MapType.ofOptional(next - 1, next, key, value);
    }

    /** No partitions, or one or two, by any transform that fits. */
    PartitionSpec spec(Schema schema) {
        PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
        List<NestedField> flat = schema.columns().stream()
                .filter(field -> field.type().isPrimitiveType())
                .toList();
        if (dice.percent(60)) {
            dice.some(flat, 2).forEach(field -> partition(builder, field));
        }
        return builder.build();
    }

    private void partition(PartitionSpec.Builder builder, NestedField field) {
        String name = field.name();
        switch (field.type().typeId()) {
            case DATE -> temporal(builder, name, dice.below(4));
            case TIMESTAMP -> temporal(builder, name, dice.below(5));
            case INTEGER, LONG, STRING, DECIMAL -> valued(builder, name);
            case BOOLEAN -> builder.identity(name);
            case UUID, BINARY, FIXED -> builder.bucket(name, 2);
            default -> builder.alwaysNull(name);
        }
    }

    private void valued(PartitionSpec.Builder builder, String name) {
        switch (dice.below(3)) {
            case 0 -> builder.identity(name);
            case 1 -> builder.bucket(name, 3);
            default -> builder.truncate(name, 2);
        }
    }

    private static void temporal(PartitionSpec.Builder builder, String name, int way) {
        switch (way) {
            case 0 -> builder.identity(name);
            case 1 -> builder.year(name);
            case 2 -> builder.month(name);
            case 3 -> builder.day(name);
            default -> builder.hour(name);
        }
    }
}
