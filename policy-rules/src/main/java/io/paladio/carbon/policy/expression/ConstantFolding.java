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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes what is constant, by the {@link Interpreter}'s own meaning, so that conditions on the principal leave the plan and
 * files can be pruned by what remains. The result means the same for every row. Stateless and thread-safe.
 */
public final class ConstantFolding implements Expression.Visitor<Expression> {
    private static final ConstantFolding FOLDING = new ConstantFolding();

    private ConstantFolding() {}

    /** The same meaning, with constants computed. */
    public static Expression fold(Expression expression) {
        return expression.accept(FOLDING);
    }

    @Override
    public Expression column(ColumnReference column) {
        return column;
    }

    @Override
    public Expression literal(Literal literal) {
        return literal;
    }

    @Override
    public Expression cast(Cast cast) {
        Expression child = fold(cast.child());
        return computed(new Cast(child, cast.type()), List.of(child));
    }

    @Override
    public Expression comparison(Comparison comparison) {
        Expression left = fold(comparison.left());
        Expression right = fold(comparison.right());
        Comparison folded = new Comparison(comparison.comparator(), left, right);
        return comparison.comparator() == Comparator.NULL_SAFE_EQUAL
                ? computed(folded, List.of(left, right))
                : strict(folded, List.of(left, right));
    }

    @Override
    public Expression and(And and) {
        return new LogicFolding(Truth.FALSE).fold(folded(and.operands()));
    }

    @Override
    public Expression or(Or or) {
        return new LogicFolding(Truth.TRUE).fold(folded(or.operands()));
    }

    @Override
    public Expression not(Not not) {
        Expression operand = fold(not.operand());
        return operand instanceof Not inner ? inner.operand() : computed(new Not(operand), List.of(operand));
    }

    @Override
    public Expression isNull(IsNull isNull) {
        Expression operand = fold(isNull.operand());
        return computed(new IsNull(operand), List.of(operand));
    }

    @Override
    public Expression in(In in) {
        Expression operand = fold(in.operand());
        return computed(new In(operand, in.values()), List.of(operand));
    }

    @Override
    public Expression like(Like like) {
        Expression operand = fold(like.operand());
        return computed(new Like(operand, like.pattern()), List.of(operand));
    }

    @Override
    public Expression choose(Case choice) {
        return ChoiceFolding.fold(choice);
    }

    @Override
    public Expression coalesce(Coalesce coalesce) {
        return ChoiceFolding.fold(coalesce);
    }

    @Override
    public Expression arithmetic(Arithmetic arithmetic) {
        Expression left = fold(arithmetic.left());
        Expression right = fold(arithmetic.right());
        return strict(new Arithmetic(arithmetic.operator(), left, right, arithmetic.type()), List.of(left, right));
    }

    @Override
    public Expression call(Call call) {
        List<Expression> arguments = folded(call.arguments());
        return strict(new Call(call.function(), arguments, call.type()), arguments);
    }

    private static List<Expression> folded(List<Expression> expressions) {
        return expressions.stream().map(ConstantFolding::fold).toList();
    }

    /** A form that is NULL when a part of it is. */
    private static Expression strict(Expression expression, List<Expression> parts) {
        boolean isNull = parts.stream()
                .anyMatch(part ->
                        part instanceof Literal literal && literal.value().isEmpty());
        return isNull ? new Literal(Optional.empty(), expression.type()) : computed(expression, parts);
    }

    private static Expression computed(Expression expression, List<Expression> parts) {
        return parts.stream().allMatch(Literal.class::isInstance)
                ? new Literal(Interpreter.evaluate(expression, Map.of()), expression.type())
                : expression;
    }
}
