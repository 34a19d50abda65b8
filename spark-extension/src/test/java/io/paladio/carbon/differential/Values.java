package io.paladio.carbon.differential;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How values compare in SQL, told once more in plain Java: NaN is equal to itself and the greatest, and minus zero is zero. */
final class Values {
    private Values() {}

    static int compare(Object left, Object right) {
        if (left instanceof BigDecimal || right instanceof BigDecimal) {
            return decimal(left).compareTo(decimal(right));
        }
        if (isFloating(left) || isFloating(right)) {
            return Double.compare(floating(left), floating(right));
        }
        if (left instanceof Number a && right instanceof Number b) {
            return Long.compare(a.longValue(), b.longValue());
        }
        if (left instanceof String a && right instanceof String b) {
            return bytes(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        }
        if (left instanceof ByteBuffer a && right instanceof ByteBuffer b) {
            return bytes(a.array(), b.array());
        }
        return comparable(left).compareTo(right);
    }

    private static int bytes(byte[] left, byte[] right) {
        return Arrays.compareUnsigned(left, right);
    }

    private static boolean isFloating(Object value) {
        return value instanceof Float || value instanceof Double;
    }

    private static double floating(Object value) {
        double number = ((Number) value).doubleValue();
        return number == 0 ? 0d : number;
    }

    private static BigDecimal decimal(Object value) {
        return value instanceof BigDecimal number ? number : BigDecimal.valueOf(((Number) value).longValue());
    }

    @SuppressWarnings("unchecked")
    private static Comparable<Object> comparable(Object value) {
        return (Comparable<Object>) value;
    }
}
