package io.paladio.carbon.differential;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Type.TypeID;

/** The published functions of policies, as the documentation tells what they do. */
final class PolicyFunctions {
    private PolicyFunctions() {}

    private static Formula strict(String sql, Formula of, Function<Object, Object> function) {
        return new Formula(sql, (row, masked) -> {
            Object value = of.meaning().of(row, masked);
            return value == null ? null : function.apply(value);
        });
    }

    private static Formula onText(String function, Formula of, Function<String, Object> meaning) {
        return strict(function + "(" + of.sql() + ")", of, value -> meaning.apply((String) value));
    }

    /** A text made of a text. */
    static Formula text(Dice dice, Formula of, Formula constant) {
        int n = dice.between(0, 4);
        return switch (dice.below(11)) {
            case 0 -> onText("lower", of, text -> text.toLowerCase(Locale.ROOT));
            case 1 -> onText("upper", of, text -> text.toUpperCase(Locale.ROOT));
            case 2 -> onText("trim", of, text -> trimmed(text, true, true));
            case 3 -> onText("ltrim", of, text -> trimmed(text, true, false));
            case 4 -> onText("rtrim", of, text -> trimmed(text, false, true));
            case 5 -> onText("sha256", of, PolicyFunctions::hash);
            case 6 -> strict("left(" + of.sql() + ", " + n + ")", of, text -> part((String) text, 0, n));
            case 7 ->
                strict("right(" + of.sql() + ", " + n + ")", of, text -> {
                    int length = length((String) text);
                    return part((String) text, Math.max(0, length - n), length);
                });
            case 8 -> strict("substring(" + of.sql() + ", 2, " + n + ")", of, text -> part((String) text, 1, 1 + n));
            case 9 -> strict("replace(" + of.sql() + ", 'a', '😀')", of, text -> ((String) text).replace("a", "😀"));
            default -> concatenated(of, constant);
        };
    }

    private static Formula concatenated(Formula of, Formula constant) {
        return new Formula("concat(" + of.sql() + ", " + constant.sql() + ")", (row, masked) -> {
            Object value = of.meaning().of(row, masked);
            return value == null ? null : (String) value + constant.meaning().of(row, masked);
        });
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(OracleHash.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String trimmed(String text, boolean left, boolean right) {
        int begin = 0;
        int end = text.length();
        while (left && begin < end && text.charAt(begin) == ' ') {
            begin++;
        }
        while (right && end > begin && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(begin, end);
    }

    private static int length(String text) {
        return (int) text.codePoints().count();
    }

    /** From one code point to another, as far as there are some. */
    private static String part(String text, int begin, int end) {
        int[] points = text.codePoints().toArray();
        int from = Math.min(begin, points.length);
        int until = Math.max(from, Math.min(end, points.length));
        int[] part = Arrays.copyOfRange(points, from, until);
        return new String(part, 0, part.length);
    }

    /** A number that tells of a text. */
    static Formula number(Dice dice, Formula of) {
        return onText("length", of, PolicyFunctions::length);
    }

    /** A condition on a text. */
    static Formula textual(Dice dice, Formula of) {
        String part = dice.one("a", "E", "5", "", "😀");
        String arguments = "(" + of.sql() + ", '" + part + "')";
        return switch (dice.below(3)) {
            case 0 -> strict("startswith" + arguments, of, text -> ((String) text).startsWith(part));
            case 1 -> strict("endswith" + arguments, of, text -> ((String) text).endsWith(part));
            default -> strict("contains" + arguments, of, text -> ((String) text).contains(part));
        };
    }

    static Formula like(Formula of, String pattern) {
        int[] wanted = pattern.codePoints().toArray();
        return strict(
                of.sql() + " LIKE '" + pattern + "'",
                of,
                text -> matches(((String) text).codePoints().toArray(), 0, wanted, 0));
    }

    private static boolean matches(int[] text, int at, int[] pattern, int with) {
        if (with == pattern.length) {
            return at == text.length;
        }
        if (pattern[with] == '%') {
            return matches(text, at, pattern, with + 1) || at < text.length && matches(text, at + 1, pattern, with);
        }
        return at < text.length
                && (pattern[with] == '_' || pattern[with] == text[at])
                && matches(text, at + 1, pattern, with + 1);
    }

    static Formula attribute(Formula of, String key, String held) {
        return new Formula(of.sql() + " = session_attribute('" + key + "')", (row, masked) -> {
            Object value = of.meaning().of(row, masked);
            return value == null || held == null ? null : Objects.equals(value, held);
        });
    }

    /** A number made of a number; NULL where there is none. */
    static Formula arithmetic(Dice dice, Formula of, Type type, Formula constant) {
        String function = dice.one("try_add", "try_subtract", "try_multiply", "try_mod");
        return new Formula(function + "(" + of.sql() + ", " + constant.sql() + ")", (row, masked) -> {
            Object value = of.meaning().of(row, masked);
            Object with = constant.meaning().of(row, masked);
            return value == null ? null : reckoned(function, type, (Number) value, (Number) with);
        });
    }

    private static Object reckoned(String function, Type type, Number left, Number right) {
        if (type.typeId() == TypeID.DOUBLE) {
            return reckoned(function, left.doubleValue(), right.doubleValue());
        }
        BigInteger a = BigInteger.valueOf(left.longValue());
        BigInteger b = BigInteger.valueOf(right.longValue());
        if (function.equals("try_mod") && b.signum() == 0) {
            return null;
        }
        BigInteger result = switch (function) {
            case "try_add" -> a.add(b);
            case "try_subtract" -> a.subtract(b);
            case "try_multiply" -> a.multiply(b);
            default -> a.remainder(b);
        };
        boolean isInt = type.typeId() == TypeID.INTEGER;
        boolean fits = result.bitLength() < (isInt ? Integer.SIZE : Long.SIZE);
        return fits ? isInt ? (Object) result.intValueExact() : (Object) result.longValueExact() : null;
    }

    private static Object reckoned(String function, double left, double right) {
        return switch (function) {
            case "try_add" -> left + right;
            case "try_subtract" -> left - right;
            case "try_multiply" -> left * right;
            default -> right == 0 ? null : (Object) (left % right);
        };
    }

    static Formula truncated(Dice dice, Formula of) {
        String unit = dice.one("year", "month", "day", "hour");
        return strict(
                "date_trunc('" + unit + "', " + of.sql() + ")",
                of,
                time -> time instanceof OffsetDateTime at
                        ? start(unit, at.toLocalDateTime()).atOffset(at.getOffset())
                        : start(unit, (LocalDateTime) time));
    }

    static LocalDateTime start(String unit, LocalDateTime time) {
        return switch (unit) {
            case "year" -> time.toLocalDate().withDayOfYear(1).atStartOfDay();
            case "month" -> time.toLocalDate().withDayOfMonth(1).atStartOfDay();
            case "day" -> time.truncatedTo(ChronoUnit.DAYS);
            default -> time.truncatedTo(ChronoUnit.HOURS);
        };
    }
}
