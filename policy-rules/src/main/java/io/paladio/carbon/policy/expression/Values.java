package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;

/** Order and widening of values, as the engine has them. */
final class Values {
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private Values() {}

    /**
     * Compares two values of one type. Strings and bytes compare as unsigned UTF-8 bytes; NaN equals itself and is greater than
     * all else; zero has one value.
     */
    static int compare(Object left, Object right) {
        if (left instanceof String text) {
            return compareText(text, (String) right);
        }
        if (left instanceof byte[] bytes) {
            return Arrays.compareUnsigned(bytes, (byte[]) right);
        }
        if (left instanceof Double number) {
            return compareNumbers(number, (double) right);
        }
        if (left instanceof Float number) {
            return compareNumbers(number, (float) right);
        }
        return compareIntegral(left, right);
    }

    private static int compareIntegral(Object left, Object right) {
        if (left instanceof Integer number) {
            return number.compareTo((Integer) right);
        }
        if (left instanceof Long number) {
            return number.compareTo((Long) right);
        }
        if (left instanceof BigDecimal number) {
            return number.compareTo((BigDecimal) right);
        }
        return ((Boolean) left).compareTo((Boolean) right);
    }

    private static int compareNumbers(double left, double right) {
        return left == right ? 0 : Double.compare(left, right);
    }

    /** The order of UTF-8 bytes is the order of code points, which differs from that of Java's chars. */
    private static int compareText(String left, String right) {
        int index = 0;
        while (index < left.length() && index < right.length()) {
            int leftPoint = left.codePointAt(index);
            int rightPoint = right.codePointAt(index);
            if (leftPoint != rightPoint) {
                return Integer.compare(leftPoint, rightPoint);
            }
            index += Character.charCount(leftPoint);
        }
        return Integer.compare(left.length(), right.length());
    }

    /** A value as one of a wider type; empty for a date so far away that it has no timestamp. */
    static Optional<Object> widened(Object value, ValueType type) {
        if (type instanceof ValueType.Decimal decimal) {
            return Optional.of(decimal(value).setScale(decimal.scale()));
        }
        Number number = (Number) value;
        return switch ((Simple) type) {
            case LONG -> Optional.of(number.longValue());
            case FLOAT -> Optional.of(number.floatValue());
            case DOUBLE -> Optional.of(number.doubleValue());
            case TIMESTAMP_NTZ -> micros(number.longValue());
            case BOOLEAN, INT, STRING, BINARY, DATE, TIMESTAMP -> Optional.of(value);
        };
    }

    private static BigDecimal decimal(Object value) {
        return value instanceof BigDecimal exact ? exact : BigDecimal.valueOf(((Number) value).longValue());
    }

    private static Optional<Object> micros(long days) {
        return Math.abs(days) > Long.MAX_VALUE / MICROS_PER_DAY ? Optional.empty() : Optional.of(days * MICROS_PER_DAY);
    }
}
