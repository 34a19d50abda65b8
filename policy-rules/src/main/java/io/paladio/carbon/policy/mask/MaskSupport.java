package io.paladio.carbon.policy.mask;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.ColumnType.Primitive;
import io.paladio.carbon.policy.Mask;
import java.util.EnumSet;
import java.util.Set;

/** Which of the standard's mask kinds may apply to which column (S6, S7): the table of the Iceberg REST specification. */
public final class MaskSupport {
    private static final Set<Primitive> HASHED =
            EnumSet.of(Primitive.STRING, Primitive.INT, Primitive.LONG, Primitive.BINARY);
    private static final Set<Primitive> TRUNCATED = EnumSet.of(
            Primitive.DATE,
            Primitive.TIMESTAMP,
            Primitive.TIMESTAMPTZ,
            Primitive.TIMESTAMP_NANO,
            Primitive.TIMESTAMPTZ_NANO);

    private MaskSupport() {}

    /** Whether the kind may apply to this column. A kind that may not makes its policy unenforceable. */
    public static boolean applies(Mask.Standard kind, Column column) {
        ColumnType type = column.type();
        return switch (kind) {
            case MASK_ALPHANUM, SHOW_FIRST_4, SHOW_LAST_4 -> type == Primitive.STRING;
            case TRUNCATE_TO_YEAR, TRUNCATE_TO_MONTH -> isOneOf(TRUNCATED, type);
            case SHA_256_GLOBAL, SHA_256_QUERY_LOCAL -> appliesHash(column);
            case MASK_TO_FIXED_VALUE -> hasFixedValue(type);
            case REPLACE_WITH_NULL -> !column.required();
        };
    }

    /** Whether a hash, with a key or without, may apply to this column. */
    public static boolean appliesHash(Column column) {
        return isOneOf(HASHED, column.type());
    }

    /** Whether the standard defines a fixed value for the type; for a struct, for all that is in it. */
    public static boolean hasFixedValue(ColumnType type) {
        if (type instanceof ColumnType.Struct struct) {
            return struct.fields().stream().allMatch(field -> hasFixedValue(field.type()));
        }
        return type != Primitive.OTHER;
    }

    private static boolean isOneOf(Set<Primitive> primitives, ColumnType type) {
        return type instanceof Primitive primitive && primitives.contains(primitive);
    }
}
