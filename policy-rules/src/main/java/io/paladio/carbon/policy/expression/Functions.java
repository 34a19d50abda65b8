package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Call;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import io.paladio.carbon.policy.mask.StandardMasks;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/** The meaning of the published functions on values that are not NULL. */
final class Functions {
    private static final long MICROS_PER_HOUR = 3_600_000_000L;
    private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

    private Functions() {}

    static Object apply(Call call, List<Object> arguments) {
        return switch (call.function()) {
            case LOWER -> text(arguments, 0).toLowerCase(Locale.ROOT);
            case UPPER -> text(arguments, 0).toUpperCase(Locale.ROOT);
            case TRIM -> TextFunctions.trimRight(TextFunctions.trimLeft(text(arguments, 0)));
            case LTRIM -> TextFunctions.trimLeft(text(arguments, 0));
            case RTRIM -> TextFunctions.trimRight(text(arguments, 0));
            case LENGTH -> TextFunctions.length(text(arguments, 0));
            case CONCAT -> TextFunctions.concat(arguments);
            case SUBSTRING -> TextFunctions.substring(text(arguments, 0), number(arguments, 1), number(arguments, 2));
            case LEFT -> TextFunctions.substring(text(arguments, 0), 1, number(arguments, 1));
            case RIGHT -> TextFunctions.right(text(arguments, 0), number(arguments, 1));
            case REPLACE -> TextFunctions.replace(text(arguments, 0), text(arguments, 1), text(arguments, 2));
            case STARTSWITH -> text(arguments, 0).startsWith(text(arguments, 1));
            case ENDSWITH -> text(arguments, 0).endsWith(text(arguments, 1));
            case CONTAINS -> text(arguments, 0).contains(text(arguments, 1));
            case YEAR -> date(call, arguments).getYear();
            case MONTH -> date(call, arguments).getMonthValue();
            case DAY -> date(call, arguments).getDayOfMonth();
            case DATE_TRUNC -> truncated(text(arguments, 0), (long) arguments.get(1));
            case SHA256 -> StandardMasks.sha256Global(text(arguments, 0));
        };
    }

    private static LocalDate date(Call call, List<Object> arguments) {
        long number = ((Number) arguments.get(0)).longValue();
        boolean isDate = call.arguments().get(0).type() == Simple.DATE;
        return LocalDate.ofEpochDay(isDate ? number : Math.floorDiv(number, MICROS_PER_DAY));
    }

    private static long truncated(String unit, long micros) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "year" -> StandardMasks.truncateMicrosToYear(micros);
            case "month" -> StandardMasks.truncateMicrosToMonth(micros);
            case "day" -> floor(micros, MICROS_PER_DAY);
            case "hour" -> floor(micros, MICROS_PER_HOUR);
            default -> throw new IllegalArgumentException("not a unit of date_trunc");
        };
    }

    /** The first timestamp there is begins its own, shorter, unit. */
    private static long floor(long micros, long unit) {
        long offset = Math.floorMod(micros, unit);
        return micros < Long.MIN_VALUE + offset ? Long.MIN_VALUE : micros - offset;
    }

    private static String text(List<Object> arguments, int index) {
        return (String) arguments.get(index);
    }

    private static int number(List<Object> arguments, int index) {
        return (int) arguments.get(index);
    }
}
