package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.mask.StandardMasks;
import java.util.Locale;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Those functions of policies for which Spark's own depend on a session's settings or can throw. Public, because the code that
 * Spark generates on executors calls these methods by name. NULL never arrives here. Stateless and thread-safe.
 */
public final class PolicyFunctions {
    private static final long MICROS_PER_HOUR = 3_600_000_000L;
    private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

    private PolicyFunctions() {}

    /** Spark's own follows a setting of the session about case mappings. */
    public static UTF8String lower(UTF8String text) {
        return UTF8String.fromString(text.toString().toLowerCase(Locale.ROOT));
    }

    /** Spark's own follows a setting of the session about case mappings. */
    public static UTF8String upper(UTF8String text) {
        return UTF8String.fromString(text.toString().toUpperCase(Locale.ROOT));
    }

    public static UTF8String right(UTF8String text, int length) {
        int count = text.numChars();
        return text.substring(length <= 0 ? count : Math.max(0, count - length), count);
    }

    /** The start of the unit in UTC; a unit that begins before the first timestamp begins with it. */
    public static long dateTrunc(UTF8String unit, long micros) {
        return switch (unit.toString()) {
            case "year" -> StandardMasks.truncateMicrosToYear(micros);
            case "month" -> StandardMasks.truncateMicrosToMonth(micros);
            case "day" -> floor(micros, MICROS_PER_DAY);
            case "hour" -> floor(micros, MICROS_PER_HOUR);
            default -> throw new IllegalArgumentException("not a unit of date_trunc");
        };
    }

    /** The day of a timestamp in UTC. */
    public static int day(long micros) {
        return (int) Math.floorDiv(micros, MICROS_PER_DAY);
    }

    /** The start of a day; NULL for a day so far away that it has no timestamp, where Spark's own cast throws. */
    public static @Nullable Long startOfDay(int days) {
        return Math.abs((long) days) > Long.MAX_VALUE / MICROS_PER_DAY ? null : (Long) (days * MICROS_PER_DAY);
    }

    /** As {@code IN} means it: NULL where the value is not among these and NULL is. */
    public static @Nullable Boolean among(UTF8String text, ManyValues values) {
        return values.contain(text);
    }

    /** As for texts; the number may be a day. */
    public static @Nullable Boolean among(int number, ManyValues values) {
        return values.contain(number);
    }

    /** As for texts. */
    public static @Nullable Boolean among(long number, ManyValues values) {
        return values.contain(number);
    }

    private static long floor(long micros, long unit) {
        long offset = Math.floorMod(micros, unit);
        return micros < Long.MIN_VALUE + offset ? Long.MIN_VALUE : micros - offset;
    }
}
