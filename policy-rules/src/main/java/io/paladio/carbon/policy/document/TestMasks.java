package io.paladio.carbon.policy.document;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.document.TestRow.Misfit;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import io.paladio.carbon.policy.mask.FixedValues;
import io.paladio.carbon.policy.mask.MaskSupport;
import io.paladio.carbon.policy.mask.StandardMasks;
import java.util.Optional;

/** What the kinds of the standard make of a test's value. */
final class TestMasks {
    private TestMasks() {}

    static Literal masked(Mask.Standard kind, Literal raw) throws Misfit {
        ColumnType type = columnType(raw.type());
        if (!MaskSupport.applies(kind, new Column(0, "value", type, false))) {
            throw new Misfit(kind.kind() + " does not apply to values of this type.");
        }
        if (kind == Mask.Standard.MASK_TO_FIXED_VALUE) {
            return FixedValues.of(type).orElseThrow(() -> new Misfit("There is no fixed value of this type."));
        }
        return new Literal(raw.value().flatMap(value -> masked(kind, value)), raw.type());
    }

    private static Optional<Object> masked(Mask.Standard kind, Object value) {
        return switch (kind) {
            case MASK_ALPHANUM -> Optional.of(StandardMasks.maskAlphanum((String) value));
            case SHOW_FIRST_4 -> Optional.of(StandardMasks.showFirst4((String) value));
            case SHOW_LAST_4 -> Optional.of(StandardMasks.showLast4((String) value));
            case TRUNCATE_TO_YEAR ->
                Optional.of(
                        value instanceof Integer days
                                ? (Object) StandardMasks.truncateDateToYear(days)
                                : (Object) StandardMasks.truncateMicrosToYear((Long) value));
            case TRUNCATE_TO_MONTH ->
                Optional.of(
                        value instanceof Integer days
                                ? (Object) StandardMasks.truncateDateToMonth(days)
                                : (Object) StandardMasks.truncateMicrosToMonth((Long) value));
            case SHA_256_GLOBAL -> Optional.of(hashed(value));
            case REPLACE_WITH_NULL, MASK_TO_FIXED_VALUE, SHA_256_QUERY_LOCAL -> Optional.empty();
        };
    }

    private static Object hashed(Object value) {
        if (value instanceof Integer number) {
            return StandardMasks.sha256Global(number.intValue());
        }
        return value instanceof Long number
                ? StandardMasks.sha256Global(number.longValue())
                : StandardMasks.sha256Global((String) value);
    }

    private static ColumnType columnType(ValueType type) {
        if (type instanceof ValueType.Decimal decimal) {
            return new ColumnType.Decimal(decimal.precision(), decimal.scale());
        }
        return switch ((Simple) type) {
            case BOOLEAN -> ColumnType.Primitive.BOOLEAN;
            case INT -> ColumnType.Primitive.INT;
            case LONG -> ColumnType.Primitive.LONG;
            case FLOAT -> ColumnType.Primitive.FLOAT;
            case DOUBLE -> ColumnType.Primitive.DOUBLE;
            case STRING -> ColumnType.Primitive.STRING;
            case BINARY -> ColumnType.Primitive.BINARY;
            case DATE -> ColumnType.Primitive.DATE;
            case TIMESTAMP -> ColumnType.Primitive.TIMESTAMPTZ;
            case TIMESTAMP_NTZ -> ColumnType.Primitive.TIMESTAMP;
        };
    }
}
