package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.Cast;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Brings operands to one type without losing anything: numbers widen, constants take the type of what stands beside them, NULL
 * takes any. All else is a fault: an implicit cast once let every row through elsewhere.
 */
final class Typing {
    private static final int INT_DIGITS = 10;
    private static final int LONG_DIGITS = 19;

    private Typing() {}

    /** The operands, all of one type; NULLs among themselves are strings. */
    static List<Expression> unified(int position, List<Operand> operands) throws ExpressionFault {
        Optional<ValueType> common = Optional.empty();
        for (Operand operand : columnsFirst(operands)) {
            common = Optional.of(joined(position, common, operand.known()));
        }
        ValueType type = common.orElse(Simple.STRING);
        List<Expression> typed = new ArrayList<>();
        for (Operand operand : operands) {
            typed.add(as(operand, type));
        }
        return List.copyOf(typed);
    }

    /** The operand as a value of exactly this type. */
    static Expression as(Operand operand, ValueType type) throws ExpressionFault {
        if (operand.isNull()) {
            return new Literal(Optional.empty(), type);
        }
        Expression expression = operand.known();
        if (expression.type().equals(type)) {
            return expression;
        }
        if (expression instanceof Literal literal) {
            Optional<Literal> adapted = ConstantTyping.adapted(literal, type);
            if (adapted.isPresent()) {
                return adapted.get();
            }
        }
        if (!common(expression.type(), type).equals(Optional.of(type))) {
            throw mismatch(operand.position(), expression.type(), type);
        }
        return new Cast(expression, type);
    }

    private static List<Operand> columnsFirst(List<Operand> operands) {
        return operands.stream()
                .filter(operand -> !operand.isNull())
                .sorted(Comparator.comparing(operand -> operand.known() instanceof Literal))
                .toList();
    }

    private static ValueType joined(int position, Optional<ValueType> soFar, Expression next) throws ExpressionFault {
        if (soFar.isEmpty()) {
            return next.type();
        }
        ValueType type = soFar.get();
        if (next instanceof Literal literal
                && ConstantTyping.adapted(literal, type).isPresent()) {
            return type;
        }
        return common(type, next.type())
                .or(() -> beside(type, next))
                .orElseThrow(() -> mismatch(position, next.type(), type));
    }

    /** A decimal constant beside a float: both are doubles, as in Spark. */
    private static Optional<ValueType> beside(ValueType type, Expression next) {
        boolean fits = type == Simple.FLOAT
                && next instanceof Literal literal
                && ConstantTyping.adapted(literal, Simple.DOUBLE).isPresent();
        return fits ? Optional.of(Simple.DOUBLE) : Optional.empty();
    }

    /** The narrowest type that holds every value of both; empty if there is none. */
    static Optional<ValueType> common(ValueType left, ValueType right) {
        if (left.equals(right)) {
            return Optional.of(left);
        }
        if (isFloating(left) || isFloating(right)) {
            return holdsExactly(left) && holdsExactly(right) ? Optional.of(Simple.DOUBLE) : Optional.empty();
        }
        if (left instanceof Simple && right instanceof Simple) {
            return isIntegral(left) && isIntegral(right) ? Optional.of(Simple.LONG) : Optional.empty();
        }
        Optional<ValueType.Decimal> first = decimal(left);
        Optional<ValueType.Decimal> second = decimal(right);
        return first.isPresent() && second.isPresent() ? wider(first.get(), second.get()) : Optional.empty();
    }

    private static Optional<ValueType> wider(ValueType.Decimal left, ValueType.Decimal right) {
        int scale = Math.max(left.scale(), right.scale());
        int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
        return whole + scale > NumberLiteral.LARGEST_PRECISION
                ? Optional.empty()
                : Optional.of(new ValueType.Decimal(whole + scale, scale));
    }

    private static Optional<ValueType.Decimal> decimal(ValueType type) {
        if (type instanceof ValueType.Decimal decimal) {
            return Optional.of(decimal);
        }
        return isIntegral(type)
                ? Optional.of(new ValueType.Decimal(type == Simple.INT ? INT_DIGITS : LONG_DIGITS, 0))
                : Optional.empty();
    }

    static boolean isIntegral(ValueType type) {
        return type == Simple.INT || type == Simple.LONG;
    }

    static boolean isFloating(ValueType type) {
        return type == Simple.FLOAT || type == Simple.DOUBLE;
    }

    private static boolean holdsExactly(ValueType type) {
        return isFloating(type) || type == Simple.INT;
    }

    static ExpressionFault mismatch(int position, ValueType found, ValueType wanted) {
        return new ExpressionFault(
                position,
                "A value of type " + name(found) + " does not fit " + name(wanted)
                        + ", and nothing is converted silently. Write a constant of the right type, or another column.");
    }

    static String name(ValueType type) {
        return type instanceof ValueType.Decimal decimal
                ? "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")"
                : type.toString();
    }
}
