package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value and type of a written number, as Spark SQL has them: 1 is an int, 1L a long, 1.0 a decimal, 1e0 and 1D a double. */
final class NumberLiteral {
    static final int LARGEST_PRECISION = 38;
    private static final int LONGEST = 400;
    private static final Pattern FORM =
            Pattern.compile("((?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))((?:[eE][-+]?[0-9]{1,4})?)((?:[lLdDfF]|[bB][dD])?)");

    private NumberLiteral() {}

    static Literal of(Token token, boolean negative) throws ExpressionFault {
        Matcher parts = FORM.matcher(token.text());
        if (token.text().length() > LONGEST || !parts.matches()) {
            throw fault(token);
        }
        String sign = negative ? "-" : "";
        String plain = sign + parts.group(1);
        String whole = plain + parts.group(2);
        return switch (parts.group(3).toUpperCase(Locale.ROOT)) {
            case "L" -> integral(token, whole, Long.MIN_VALUE, Long.MAX_VALUE);
            case "D" -> finite(token, Double.parseDouble(whole));
            case "F" -> finite(token, Float.parseFloat(whole));
            case "BD" -> decimal(token, new BigDecimal(whole));
            default -> parts.group(2).isEmpty() ? unmarked(token, plain) : finite(token, Double.parseDouble(whole));
        };
    }

    private static Literal unmarked(Token token, String text) throws ExpressionFault {
        if (text.indexOf('.') >= 0) {
            return decimal(token, new BigDecimal(text));
        }
        BigInteger value = new BigInteger(text);
        if (value.bitLength() < Integer.SIZE) {
            return new Literal(Optional.of(value.intValue()), Simple.INT);
        }
        return value.bitLength() < Long.SIZE
                ? new Literal(Optional.of(value.longValue()), Simple.LONG)
                : decimal(token, new BigDecimal(value));
    }

    private static Literal integral(Token token, String text, long least, long greatest) throws ExpressionFault {
        try {
            BigInteger value = new BigInteger(text);
            if (value.compareTo(BigInteger.valueOf(least)) >= 0 && value.compareTo(BigInteger.valueOf(greatest)) <= 0) {
                return new Literal(Optional.of(value.longValue()), Simple.LONG);
            }
        } catch (NumberFormatException notIntegral) {
            throw fault(token);
        }
        throw fault(token);
    }

    private static Literal finite(Token token, double value) throws ExpressionFault {
        if (Double.isInfinite(value)) {
            throw fault(token);
        }
        return new Literal(Optional.of(value), Simple.DOUBLE);
    }

    private static Literal finite(Token token, float value) throws ExpressionFault {
        if (Float.isInfinite(value)) {
            throw fault(token);
        }
        return new Literal(Optional.of(value), Simple.FLOAT);
    }

    private static Literal decimal(Token token, BigDecimal written) throws ExpressionFault {
        if (written.precision() - (long) written.scale() > LARGEST_PRECISION || written.scale() > LARGEST_PRECISION) {
            throw fault(token);
        }
        BigDecimal value = written.scale() < 0 ? written.setScale(0) : written;
        int precision = Math.max(value.precision(), value.scale());
        if (precision > LARGEST_PRECISION) {
            throw fault(token);
        }
        return new Literal(Optional.of(value), new ValueType.Decimal(precision, value.scale()));
    }

    private static ExpressionFault fault(Token token) {
        return new ExpressionFault(
                token.position(),
                "This is no number of the language. Write 1, 1L, 1.5, 1.5D, 1.5F or 1e3, within the type's range.");
    }
}
