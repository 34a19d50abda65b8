package io.paladio.carbon.differential;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/**
 * Values of every type, few and telling ones, so that tables meet in joins and groups. Sums of the floating ones are exact: their
 * order never shows. Used by one thread.
 */
final class ValueGenerator {
    private static final List<Integer> INTS = List.of(0, 1, -1, 2, 3, 5, 7, 10, 42, 100, 2147483647, -2147483648);
    private static final List<Double> DOUBLES = List.of(
            0d, -0d, 1d, 1.5d, -2.25d, 0.5d, 1024d, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    private static final List<String> DECIMALS = List.of("0", "1", "-1", "0.01", "12.34", "-7.5", "9999999.99", "0.1");
    private static final List<String> DATES = List.of(
            "1970-01-01",
            "1969-12-31",
            "2024-02-29",
            "2024-01-01",
            "2024-01-31",
            "2024-12-31",
            "1999-07-04",
            "1900-03-01");
    private static final List<String> TIMES = List.of(
            "1970-01-01T00:00:00",
            // A second later ORC takes it for one after the epoch.
            "1969-12-31T23:59:58.999999",
            "2024-02-29T12:30:15.123456",
            "2024-03-10T07:30:00",
            "2024-01-01T00:00:00",
            "2024-01-31T23:00:00",
            "1999-12-31T23:59:59");
    private static final List<String> STRINGS = List.of(
            "",
            " ",
            "a",
            "A",
            "b",
            "ab",
            "abcde",
            "EU",
            "US",
            " EU ",
            "eu",
            "123-45-6789",
            "ada@example.org",
            "(555) 010.20",
            "ü",
            "日本語です",
            "😀x😀yz",
            "a%b",
            "a_b",
            "1",
            "42",
            "2024-01-01",
            "true",
            "XXXXXXXX");
    private static final List<byte[]> BYTES =
            List.of(new byte[0], new byte[] {0}, new byte[] {-1, 0, 127}, new byte[] {65, 66}, new byte[] {1, 2, 3, 4});
    private static final List<UUID> UUIDS = List.of(
            new UUID(0, 0), new UUID(1, 2), new UUID(-1, -1), UUID.fromString("9c5b94b1-35ad-49bb-b118-8e8fc24abf80"));

    private final Dice dice;

    ValueGenerator(Dice dice) {
        this.dice = dice;
    }

    /** A value, never NULL itself. */
    Object value(Type type) {
        return switch (type.typeId()) {
            case BOOLEAN -> dice.percent(50);
            case INTEGER -> dice.of(INTS);
            case LONG -> dice.percent(10) ? dice.one(10_000_000_000L, -10_000_000_000L) : (long) dice.of(INTS);
            case FLOAT -> dice.of(DOUBLES).floatValue();
            case DOUBLE -> dice.of(DOUBLES);
            case DECIMAL -> decimal((Types.DecimalType) type);
            case DATE -> LocalDate.parse(dice.of(DATES));
            case TIMESTAMP -> time((Types.TimestampType) type);
            case STRING -> dice.of(STRINGS);
            case UUID -> dice.of(UUIDS);
            case FIXED -> fixed((Types.FixedType) type);
            case BINARY -> ByteBuffer.wrap(dice.of(BYTES));
            case STRUCT -> record(type.asStructType());
            case LIST -> list((Types.ListType) type);
            case MAP -> map((Types.MapType) type);
            default -> throw new IllegalArgumentException("no values of " + type);
        };
    }

    private Object decimal(Types.DecimalType type) {
        BigDecimal value = new BigDecimal(dice.of(DECIMALS)).setScale(type.scale());
        return value.precision() > type.precision() ? BigDecimal.ZERO.setScale(type.scale()) : value;
    }

    private Object time(Types.TimestampType type) {
        LocalDateTime time = LocalDateTime.parse(dice.of(TIMES));
        return type.shouldAdjustToUTC() ? time.atOffset(ZoneOffset.UTC) : time;
    }

    private byte[] fixed(Types.FixedType type) {
        byte[] bytes = new byte[type.length()];
        bytes[0] = (byte) dice.between(0, 2);
        bytes[bytes.length - 1] = (byte) dice.between(-1, 1);
        return bytes;
    }

    private Object optional(Type type, boolean required, int nulls) {
        return !required && dice.percent(nulls) ? null : value(type);
    }

    private GenericRecord record(Types.StructType struct) {
        GenericRecord record = GenericRecord.create(struct);
        for (int i = 0; i < struct.fields().size(); i++) {
            NestedField field = struct.fields().get(i);
            record.set(i, optional(field.type(), field.isRequired(), 30));
        }
        return record;
    }

    private List<Object> list(Types.ListType type) {
        List<Object> list = new ArrayList<>();
        int size = dice.below(4);
        for (int i = 0; i < size; i++) {
            list.add(optional(type.elementType(), type.isElementRequired(), 25));
        }
        return list;
    }

    private Map<Object, Object> map(Types.MapType type) {
        Map<Object, Object> map = new LinkedHashMap<>();
        int size = dice.below(4);
        for (int i = 0; i < size; i++) {
            map.put(value(type.keyType()), optional(type.valueType(), type.isValueRequired(), 25));
        }
        return map;
    }

    /** Rows with few values in each column, some of them often, and from no to nearly all NULLs. */
    List<GenericRecord> rows(Types.StructType struct, int count) {
        List<GenericRecord> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(GenericRecord.create(struct));
        }
        for (int column = 0; column < struct.fields().size(); column++) {
            NestedField field = struct.fields().get(column);
            if (field.name().equals(SchemaGenerator.ID)) {
                number(rows, column, field.type());
            } else {
                fill(rows, column, field);
            }
        }
        return rows;
    }

    private static void number(List<GenericRecord> rows, int column, Type type) {
        for (int i = 0; i < rows.size(); i++) {
            rows.get(i).set(column, type.typeId() == Type.TypeID.LONG ? (Object) (long) i : (Object) i);
        }
    }

    private void fill(List<GenericRecord> rows, int column, NestedField field) {
        int nulls = dice.one(0, 10, 10, 50, 95);
        List<Object> pool = new ArrayList<>();
        int size = dice.one(1, 2, 3, 5, 10);
        for (int i = 0; i < size; i++) {
            pool.add(value(field.type()));
        }
        for (GenericRecord row : rows) {
            Object drawn = pool.get(Math.min(dice.below(size), dice.below(size)));
            row.set(column, field.isOptional() && dice.percent(nulls) ? null : drawn);
        }
    }
}
