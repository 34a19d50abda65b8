package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.And;
import io.paladio.carbon.policy.expression.Expression.Arithmetic;
import io.paladio.carbon.policy.expression.Expression.Call;
import io.paladio.carbon.policy.expression.Expression.Case;
import io.paladio.carbon.policy.expression.Expression.Cast;
import io.paladio.carbon.policy.expression.Expression.Coalesce;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.Comparator;
import io.paladio.carbon.policy.expression.Expression.Comparison;
import io.paladio.carbon.policy.expression.Expression.In;
import io.paladio.carbon.policy.expression.Expression.IsNull;
import io.paladio.carbon.policy.expression.Expression.Like;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Not;
import io.paladio.carbon.policy.expression.Expression.Or;
import io.paladio.carbon.policy.expression.Expression.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What every expression means, row by row: the reference that compiled forms are held to. Values are those of {@link Literal};
 * empty is NULL. Evaluation never fails on a well-typed expression. Immutable and thread-safe.
 */
public final class Interpreter implements Expression.Visitor<Optional<Object>> {
    private final Map<Integer, Optional<Object>> row;

    private Interpreter(Map<Integer, Optional<Object>> row) {
        this.row = row;
    }

    /**
     * The value of an expression.
     *
     * @param row the raw values by field-id, one for each column that the expression reads
     * @throws IllegalArgumentException if the row lacks a column: absence is no NULL
     */
    public static Optional<Object> evaluate(Expression expression, Map<Integer, Optional<Object>> row) {
        return expression.accept(new Interpreter(row));
    }

    /** The truth of a BOOLEAN expression. */
    public static Truth test(Expression condition, Map<Integer, Optional<Object>> row) {
        return Truth.of(evaluate(condition, row));
    }

    @Override
    public Optional<Object> column(ColumnReference column) {
        return Optional.ofNullable(row.get(column.fieldId()))
                .orElseThrow(() -> new IllegalArgumentException("the row lacks field " + column.fieldId()));
    }

    @Override
    public Optional<Object> literal(Literal literal) {
        return literal.value();
    }

    @Override
    public Optional<Object> cast(Cast cast) {
        return value(cast.child()).flatMap(value -> Values.widened(value, cast.type()));
    }

    @Override
    public Optional<Object> comparison(Comparison comparison) {
        Optional<Object> left = value(comparison.left());
        Optional<Object> right = value(comparison.right());
        if (left.isPresent() && right.isPresent()) {
            return Optional.of(holds(comparison.comparator(), Values.compare(left.get(), right.get())));
        }
        return comparison.comparator() == Comparator.NULL_SAFE_EQUAL
                ? Optional.of(left.isEmpty() && right.isEmpty())
                : Optional.empty();
    }

    private static boolean holds(Comparator comparator, int order) {
        return switch (comparator) {
            case EQUAL, NULL_SAFE_EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    @Override
    public Optional<Object> and(And and) {
        Truth truth = Truth.TRUE;
        for (Expression operand : and.operands()) {
            truth = truth.and(Truth.of(value(operand)));
        }
        return truth.value();
    }

    @Override
    public Optional<Object> or(Or or) {
        Truth truth = Truth.FALSE;
        for (Expression operand : or.operands()) {
            truth = truth.or(Truth.of(value(operand)));
        }
        return truth.value();
    }

    @Override
    public Optional<Object> not(Not not) {
        return Truth.of(value(not.operand())).negate().value();
    }

    @Override
    public Optional<Object> isNull(IsNull isNull) {
        return Optional.of(value(isNull.operand()).isEmpty());
    }

    @Override
    public Optional<Object> in(In in) {
        return value(in.operand())
                .flatMap(operand -> contains(in.values(), operand).value());
    }

    private static Truth contains(List<Literal> values, Object operand) {
        Truth found = Truth.FALSE;
        for (Literal literal : values) {
            found = found.or(literal.value()
                    .map(value -> Truth.of(Values.compare(operand, value) == 0))
                    .orElse(Truth.UNKNOWN));
        }
        return found;
    }

    @Override
    public Optional<Object> like(Like like) {
        return value(like.operand()).map(text -> LikePattern.of(like.pattern()).matches((String) text));
    }

    @Override
    public Optional<Object> choose(Case choice) {
        for (When branch : choice.branches()) {
            if (Truth.of(value(branch.condition())) == Truth.TRUE) {
                return value(branch.result());
            }
        }
        return choice.otherwise().flatMap(this::value);
    }

    @Override
    public Optional<Object> coalesce(Coalesce coalesce) {
        return coalesce.operands().stream()
                .map(this::value)
                .filter(Optional::isPresent)
                .findFirst()
                .flatMap(value -> value);
    }

    @Override
    public Optional<Object> arithmetic(Arithmetic arithmetic) {
        Optional<Object> left = value(arithmetic.left());
        Optional<Object> right = value(arithmetic.right());
        return left.isPresent() && right.isPresent()
                ? TryArithmetic.apply(arithmetic, left.get(), right.get())
                : Optional.empty();
    }

    @Override
    public Optional<Object> call(Call call) {
        List<Object> arguments = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            Optional<Object> value = value(argument);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            arguments.add(value.get());
        }
        return Optional.of(Functions.apply(call, arguments));
    }

    private Optional<Object> value(Expression expression) {
        return expression.accept(this);
    }
}
