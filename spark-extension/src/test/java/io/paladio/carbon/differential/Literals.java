package io.paladio.carbon.differential;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** Values as constants of SQL, written so that policies and statements mean the same by them. */
final class Literals {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");

    private Literals() {}

    /** The constant; empty where there is none in both languages: NaN, infinities, the least int, bytes of fixed length, what is nested. */
    static Optional<String> sql(Object value) {
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? Optional.of(plain(number) + "D") : Optional.empty();
        }
        return Optional.ofNullable(written(value));
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number == 0 ? 0d : number).toPlainString();
    }

    private static String written(Object value) {
        if (value instanceof String text) {
            return "'" + text + "'";
        }
        if (value instanceof Long number) {
            return number + "L";
        }
        if (value instanceof Integer number) {
            return number == Integer.MIN_VALUE ? null : number.toString();
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString() + (number.scale() == 0 ? ".0" : "");
        }
        if (value instanceof ByteBuffer bytes) {
            return "X'" + HexFormat.of().formatHex(bytes.array()) + "'";
        }
        return value instanceof Boolean flag ? flag.toString().toUpperCase(Locale.ROOT) : temporal(value);
    }

    private static String temporal(Object value) {
        if (value instanceof LocalDate date) {
            return "DATE '" + date + "'";
        }
        if (value instanceof LocalDateTime time) {
            return "TIMESTAMP_NTZ '" + TIME.format(time) + "'";
        }
        return value instanceof OffsetDateTime time ? "TIMESTAMP '" + TIME.format(time) + "Z'" : null;
    }
}
