package io.paladio.carbon.differential;

import java.util.List;
import java.util.Locale;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Type.TypeID;
import org.apache.iceberg.types.Types;

/** The types of values in statements, by their names in SQL, and what may be done with them. */
final class Sorts {
    /** What the sort of a tree begins with that is a value. */
    static final String VALUE = "value ";

    private Sorts() {}

    /** As Spark shows an Iceberg type: a UUID as a string, bytes of fixed length as bytes. */
    static Type shown(Type type) {
        return switch (type.typeId()) {
            case UUID -> Types.StringType.get();
            case FIXED -> Types.BinaryType.get();
            default -> type;
        };
    }

    static String name(Type type) {
        return switch (type.typeId()) {
            case INTEGER -> "INT";
            case LONG -> "BIGINT";
            case TIMESTAMP -> ((Types.TimestampType) type).shouldAdjustToUTC() ? "TIMESTAMP" : "TIMESTAMP_NTZ";
            case DECIMAL ->
                "DECIMAL(" + ((Types.DecimalType) type).precision() + "," + ((Types.DecimalType) type).scale() + ")";
            case STRUCT, LIST, MAP -> type.typeId() + " " + type;
            default -> type.typeId().name().toUpperCase(Locale.ROOT);
        };
    }

    static String of(Type type) {
        return VALUE + name(type);
    }

    /** Whether values can be sorted and grouped by. */
    static boolean isOrdered(Type type) {
        return switch (type.typeId()) {
            case MAP -> false;
            case LIST -> isOrdered(type.asListType().elementType());
            case STRUCT -> type.asStructType().fields().stream().allMatch(field -> isOrdered(field.type()));
            default -> true;
        };
    }

    static boolean isNumber(Type type) {
        return List.of(TypeID.INTEGER, TypeID.LONG, TypeID.DECIMAL, TypeID.FLOAT, TypeID.DOUBLE)
                .contains(type.typeId());
    }

    static boolean isFloating(Type type) {
        return type.typeId() == TypeID.FLOAT || type.typeId() == TypeID.DOUBLE;
    }
}
