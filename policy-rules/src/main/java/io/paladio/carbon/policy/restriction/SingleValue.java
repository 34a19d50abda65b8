package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Decimal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Optional;

/** A constant in the JSON form that the table specification gives to single values of a type. NULL and NaN are none. */
final class SingleValue {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;
    /** More than any decimal has: what is longer or further off is not computed with at all. */
    private static final int MOST_DIGITS = 100;

    private SingleValue() {}

    static Literal of(JsonNode json, ValueType type) throws RestrictionFault {
        try {
            Object value = type instanceof Decimal decimal ? decimal(json, decimal) : simple(json, (Simple) type);
            return new Literal(Optional.of(value), type);
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException misfit) {
            // The exception's text would repeat the constant.
            throw misfit();
        }
    }

    private static Object simple(JsonNode json, Simple type) throws RestrictionFault {
        return switch (type) {
            case BOOLEAN -> of(json.isBoolean(), json.booleanValue());
            case INT -> of(json.isIntegralNumber() && json.canConvertToInt(), json.intValue());
            case LONG -> of(json.isIntegralNumber() && json.canConvertToLong(), json.longValue());
            case FLOAT -> of(json.isNumber() && Float.isFinite(json.floatValue()), json.floatValue());
            case DOUBLE -> of(json.isNumber() && Double.isFinite(json.doubleValue()), json.doubleValue());
            case STRING -> text(json);
            case BINARY -> HexFormat.of().parseHex(text(json));
            case DATE -> Math.toIntExact(LocalDate.parse(text(json)).toEpochDay());
            case TIMESTAMP_NTZ -> micros(LocalDateTime.parse(text(json)));
            case TIMESTAMP -> micros(utc(OffsetDateTime.parse(text(json))));
        };
    }

    private static Object of(boolean fits, Object value) throws RestrictionFault {
        if (!fits) {
            throw misfit();
        }
        return value;
    }

    private static String text(JsonNode json) throws RestrictionFault {
        if (!json.isTextual()) {
            throw misfit();
        }
        return json.textValue();
    }

    private static Object decimal(JsonNode json, Decimal type) throws RestrictionFault {
        String text = text(json);
        BigDecimal number = text.length() > MOST_DIGITS ? BigDecimal.ZERO : new BigDecimal(text);
        if (text.length() > MOST_DIGITS || Math.abs((long) number.scale()) > MOST_DIGITS) {
            throw misfit();
        }
        BigDecimal scaled = number.setScale(type.scale());
        return of(scaled.precision() <= type.precision(), scaled);
    }

    private static LocalDateTime utc(OffsetDateTime time) throws RestrictionFault {
        if (!time.getOffset().equals(ZoneOffset.UTC)) {
            throw misfit();
        }
        return time.toLocalDateTime();
    }

    private static Object micros(LocalDateTime time) throws RestrictionFault {
        long whole = Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), MICROS_PER_SECOND);
        return of(
                time.getNano() % NANOS_PER_MICRO == 0, Math.addExact(whole, (long) (time.getNano() / NANOS_PER_MICRO)));
    }

    private static RestrictionFault misfit() {
        return new RestrictionFault("a constant of their filter does not fit the type of what it is compared with");
    }
}
