package io.paladio.carbon.policy.restriction;

import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.And;
import io.paladio.carbon.policy.expression.Expression.Call;
import io.paladio.carbon.policy.expression.Expression.Coalesce;
import io.paladio.carbon.policy.expression.Expression.Comparator;
import io.paladio.carbon.policy.expression.Expression.Comparison;
import io.paladio.carbon.policy.expression.Expression.IsNull;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Not;
import io.paladio.carbon.policy.expression.Expression.Or;
import io.paladio.carbon.policy.expression.Function;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Iceberg's predicates in terms of expressions that know NULL. Each of these is true or false for every row, so that NOT, AND
 * and OR over them are as well: a NULL is equal to a NULL and to nothing else, and has no order; NaN likewise.
 */
final class TwoValued {
    private TwoValued() {}

    static Expression isNull(Expression operand) {
        return new IsNull(operand);
    }

    static Expression isNan(Expression operand) throws RestrictionFault {
        if (!isFloating(operand)) {
            throw new RestrictionFault(
                    "a predicate of their filter asks for NaN in something that is no float or double");
        }
        return nan(operand);
    }

    static Expression equal(ValueReader.Pair sides) {
        return new Comparison(Comparator.NULL_SAFE_EQUAL, sides.left(), sides.right());
    }

    /** {@code <} or {@code >}: false where a side is NULL or NaN. */
    static Expression ordered(Comparator comparator, ValueReader.Pair sides) {
        List<Expression> conditions = new ArrayList<>();
        for (Expression side : List.of(sides.left(), sides.right())) {
            if (isFloating(side) && !(side instanceof Literal)) {
                conditions.add(new Not(nan(side)));
            }
        }
        conditions.add(new Comparison(comparator, sides.left(), sides.right()));
        return ofPresent(List.of(sides.left(), sides.right()), conditions);
    }

    /** {@code <=} or {@code >=}: equal or in order; true for two NULLs and for two NaNs. */
    static Expression orderedOrEqual(Comparator comparator, ValueReader.Pair sides) {
        if (sides.left() instanceof Literal || sides.right() instanceof Literal) {
            // A constant is neither NULL nor NaN: nothing more can be equal to it than the comparison says.
            return ordered(comparator, sides);
        }
        Comparator strict = comparator == Comparator.LESS_OR_EQUAL ? Comparator.LESS : Comparator.GREATER;
        return new Or(List.of(equal(sides), ordered(strict, sides)));
    }

    /**
     * That a text begins with a constant. Iceberg's scan fails on a test for a prefix that reaches a partition value which is
     * NULL, so it is given none: only the bound that the prefix sets, which prunes as well.
     */
    static Expression startsWith(Expression text, Literal prefix) {
        Expression starts = new Call(Function.STARTSWITH, List.of(text, prefix), Simple.BOOLEAN);
        Expression kept = new Coalesce(List.of(starts, new Literal(Optional.of(false), Simple.BOOLEAN)));
        return ofPresent(List.of(text), List.of(new Comparison(Comparator.GREATER_OR_EQUAL, text, prefix), kept));
    }

    /** The condition, which is NULL at most where an operand is; false there. */
    static Expression ofPresent(List<Expression> operands, Expression condition) {
        return ofPresent(operands, List.of(condition));
    }

    private static Expression ofPresent(List<Expression> operands, List<Expression> conditions) {
        List<Expression> all = new ArrayList<>();
        operands.stream()
                .filter(operand -> !(operand instanceof Literal))
                .map(operand -> new Not(new IsNull(operand)))
                .forEach(all::add);
        all.addAll(conditions);
        return all.size() == 1 ? all.get(0) : new And(all);
    }

    private static Expression nan(Expression operand) {
        Optional<Object> nan = operand.type() == Simple.FLOAT ? Optional.of(Float.NaN) : Optional.of(Double.NaN);
        return new Comparison(Comparator.NULL_SAFE_EQUAL, operand, new Literal(nan, operand.type()));
    }

    private static boolean isFloating(Expression operand) {
        return operand.type() == Simple.FLOAT || operand.type() == Simple.DOUBLE;
    }
}
