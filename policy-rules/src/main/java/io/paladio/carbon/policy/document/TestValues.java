package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.TestRow.Misfit;
import io.paladio.carbon.policy.expression.BindingScope;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ExpressionBinder;
import io.paladio.carbon.policy.expression.ExpressionFault;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a scalar of a test may mean as a value of a column. JSON has fewer types than tables: a number is the narrowest that holds
 * it, or a wider one where the expression asks for it; a text is a day or a time where the expression asks for one.
 */
final class TestValues {
    private static final int DIGITS = 38;
    private static final Pattern TEMPORAL = Pattern.compile("[0-9]{4}-[-0-9:TZ.+ ]{5,40}");
    private static final BindingScope NO_NAMES =
            new BindingScope(Map.of(), Set.of(), new Principal("nobody", Set.of(), Map.of()));

    private TestValues() {}

    /** Whether a number has no more digits than any column: a larger one costs more than a test is worth. */
    static boolean isBounded(JsonNode number) {
        if (number.isDouble() && !Double.isFinite(number.doubleValue())) {
            return false;
        }
        BigDecimal exact = number.decimalValue();
        return exact.precision() <= DIGITS && exact.scale() <= DIGITS && exact.scale() >= -DIGITS;
    }

    /** NULL of every type that expressions compute with. */
    static List<Literal> nulls() {
        return Arrays.stream(Simple.values())
                .map(type -> new Literal(Optional.empty(), type))
                .toList();
    }

    /** All that a scalar may mean, the likeliest first; nothing for null. */
    static List<Literal> meanings(JsonNode value) {
        if (value.isBoolean()) {
            return List.of(literal(value.booleanValue(), Simple.BOOLEAN));
        }
        if (value.isNumber()) {
            return numbers(value.decimalValue());
        }
        return value.isTextual() ? texts(value.textValue()) : List.of();
    }

    /**
     * Whether a value that came out is the one that a test expects.
     *
     * @throws Misfit if what is expected is no value of that type at all
     */
    static boolean isSame(Literal outcome, JsonNode expected) throws Misfit {
        if (outcome.value().isEmpty() || expected.isNull()) {
            return outcome.value().isEmpty() && expected.isNull();
        }
        List<Literal> ofType = meanings(expected).stream()
                .filter(meaning -> meaning.type() instanceof ValueType.Decimal
                        ? outcome.type() instanceof ValueType.Decimal
                        : meaning.type().equals(outcome.type()))
                .toList();
        if (ofType.isEmpty()) {
            throw new Misfit("The value that is expected is not of the column's type.");
        }
        return ofType.stream()
                .anyMatch(meaning ->
                        isSame(outcome.value().orElseThrow(), meaning.value().orElseThrow()));
    }

    private static boolean isSame(Object left, Object right) {
        return left instanceof BigDecimal number && right instanceof BigDecimal other
                ? number.compareTo(other) == 0
                : left.equals(right);
    }

    private static List<Literal> numbers(BigDecimal number) {
        List<Literal> meanings = new ArrayList<>();
        boolean whole = number.stripTrailingZeros().scale() <= 0;
        int bits = whole ? number.toBigInteger().bitLength() : Long.SIZE;
        if (bits < Integer.SIZE) {
            meanings.add(literal(number.intValueExact(), Simple.INT));
        }
        if (bits < Long.SIZE) {
            meanings.add(literal(number.longValueExact(), Simple.LONG));
        }
        int scale = Math.max(0, number.stripTrailingZeros().scale());
        BigDecimal exact = number.setScale(scale);
        if (exact.precision() <= DIGITS) {
            meanings.add(literal(exact, new ValueType.Decimal(DIGITS, scale)));
        }
        meanings.add(literal(number.doubleValue(), Simple.DOUBLE));
        meanings.add(literal(number.floatValue(), Simple.FLOAT));
        return List.copyOf(meanings);
    }

    private static List<Literal> texts(String text) {
        List<Literal> meanings = new ArrayList<>();
        meanings.add(literal(text, Simple.STRING));
        if (TEMPORAL.matcher(text).matches()) {
            for (Simple type : List.of(Simple.DATE, Simple.TIMESTAMP, Simple.TIMESTAMP_NTZ)) {
                temporal(text, type).ifPresent(meanings::add);
            }
        }
        return List.copyOf(meanings);
    }

    /** As the language itself reads it. */
    private static Optional<Literal> temporal(String text, Simple type) {
        try {
            Expression read = ExpressionBinder.bind(type.name() + " '" + text + "'", NO_NAMES, type);
            return read instanceof Literal literal ? Optional.of(literal) : Optional.empty();
        } catch (ExpressionFault noSuchTime) {
            return Optional.empty();
        }
    }

    private static Literal literal(Object value, ValueType type) {
        return new Literal(Optional.of(value), type);
    }
}
