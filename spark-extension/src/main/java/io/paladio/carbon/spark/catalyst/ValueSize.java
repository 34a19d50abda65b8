package io.paladio.carbon.spark.catalyst;

import java.util.Arrays;
import java.util.Collection;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeMapData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** How many bytes a value takes, in Spark's internal form of it. Stateless. */
final class ValueSize {
    private static final long SIMPLE = 16;

    private ValueSize() {}

    static long of(@Nullable Object value) {
        if (value instanceof UTF8String text) {
            return text.numBytes();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        if (value instanceof MapData map) {
            return map instanceof UnsafeMapData unsafe
                    ? unsafe.getSizeInBytes()
                    : of(map.keyArray()) + of(map.valueArray());
        }
        if (value instanceof ArrayData array) {
            return ofArray(array);
        }
        return value instanceof InternalRow row ? ofRow(row) : SIMPLE;
    }

    private static long ofArray(ArrayData array) {
        if (array instanceof UnsafeArrayData unsafe) {
            return unsafe.getSizeInBytes();
        }
        return array instanceof GenericArrayData generic
                ? sum(Arrays.asList(generic.array()))
                : SIMPLE * (1 + array.numElements());
    }

    private static long ofRow(InternalRow row) {
        if (row instanceof UnsafeRow unsafe) {
            return unsafe.getSizeInBytes();
        }
        return row instanceof GenericInternalRow generic
                ? sum(Arrays.asList((Object[]) generic.values()))
                : SIMPLE * (1 + row.numFields());
    }

    private static long sum(Collection<@Nullable Object> values) {
        return SIMPLE + values.stream().mapToLong(ValueSize::of).sum();
    }
}
