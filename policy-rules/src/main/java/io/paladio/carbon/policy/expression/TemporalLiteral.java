package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of {@code DATE '…'}, {@code TIMESTAMP '…'} (UTC unless an offset stands) and {@code TIMESTAMP_NTZ '…'}. */
final class TemporalLiteral {
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern TIMESTAMP = Pattern.compile(
            "([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,6})?)?)(Z|[-+][0-9]{2}:[0-9]{2})?)?");

    private TemporalLiteral() {}

    static Literal date(Token text) throws ExpressionFault {
        if (!DATE.matcher(text.text()).matches()) {
            throw fault(text, "DATE 'yyyy-mm-dd'");
        }
        try {
            return new Literal(Optional.of((int) LocalDate.parse(text.text()).toEpochDay()), Simple.DATE);
        } catch (DateTimeException noSuchDay) {
            throw fault(text, "DATE 'yyyy-mm-dd'");
        }
    }

    static Literal timestamp(Token text) throws ExpressionFault {
        Matcher parts = matched(text, "TIMESTAMP 'yyyy-mm-dd hh:mm:ss'");
        String offset = Optional.ofNullable(parts.group(3)).orElse("Z");
        return literal(text, parts, offset, Simple.TIMESTAMP);
    }

    static Literal timestampWithoutZone(Token text) throws ExpressionFault {
        Matcher parts = matched(text, "TIMESTAMP_NTZ 'yyyy-mm-dd hh:mm:ss'");
        if (parts.group(3) != null) {
            throw fault(text, "TIMESTAMP_NTZ 'yyyy-mm-dd hh:mm:ss' without a zone");
        }
        return literal(text, parts, "Z", Simple.TIMESTAMP_NTZ);
    }

    private static Matcher matched(Token text, String form) throws ExpressionFault {
        Matcher parts = TIMESTAMP.matcher(text.text());
        if (!parts.matches()) {
            throw fault(text, form);
        }
        return parts;
    }

    private static Literal literal(Token text, Matcher parts, String offset, Simple type) throws ExpressionFault {
        String time = Optional.ofNullable(parts.group(2)).orElse("00:00");
        try {
            LocalDateTime local = LocalDateTime.parse(parts.group(1) + "T" + time);
            long micros = ChronoUnit.MICROS.between(
                    LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), local.minusSeconds(seconds(offset)));
            return new Literal(Optional.of(micros), type);
        } catch (DateTimeException noSuchTime) {
            throw fault(text, type + " 'yyyy-mm-dd hh:mm:ss'");
        }
    }

    private static int seconds(String offset) {
        return ZoneOffset.of(offset).getTotalSeconds();
    }

    private static ExpressionFault fault(Token text, String form) {
        return new ExpressionFault(text.position(), "This is no such day or time. Write " + form + ".");
    }
}
