package io.paladio.carbon.policy.check;

import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.And;
import io.paladio.carbon.policy.expression.Expression.Arithmetic;
import io.paladio.carbon.policy.expression.Expression.Call;
import io.paladio.carbon.policy.expression.Expression.Case;
import io.paladio.carbon.policy.expression.Expression.Cast;
import io.paladio.carbon.policy.expression.Expression.Coalesce;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import io.paladio.carbon.policy.expression.Expression.Comparison;
import io.paladio.carbon.policy.expression.Expression.In;
import io.paladio.carbon.policy.expression.Expression.IsNull;
import io.paladio.carbon.policy.expression.Expression.Like;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Not;
import io.paladio.carbon.policy.expression.Expression.Or;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The constants that a condition compares each column with; a form that does more than compare answers false. Used once, by one
 * thread.
 */
final class ComparedConstants implements Expression.Visitor<Boolean> {
    private final Map<Integer, Set<Object>> byColumn = new HashMap<>();

    private ComparedConstants() {}

    /** The constants by field-id; empty where the condition does more than compare columns with them. */
    static Optional<Map<Integer, Set<Object>>> of(Expression condition) {
        ComparedConstants constants = new ComparedConstants();
        return condition.accept(constants) ? Optional.of(constants.byColumn) : Optional.empty();
    }

    @Override
    public Boolean column(ColumnReference column) {
        return true;
    }

    @Override
    public Boolean literal(Literal literal) {
        return true;
    }

    @Override
    public Boolean cast(Cast cast) {
        return false;
    }

    @Override
    public Boolean comparison(Comparison comparison) {
        return compares(comparison.left(), comparison.right()) || compares(comparison.right(), comparison.left());
    }

    @Override
    public Boolean and(And and) {
        return all(and.operands());
    }

    @Override
    public Boolean or(Or or) {
        return all(or.operands());
    }

    @Override
    public Boolean not(Not not) {
        return not.operand().accept(this);
    }

    @Override
    public Boolean isNull(IsNull isNull) {
        return isNull.operand().accept(this);
    }

    @Override
    public Boolean in(In in) {
        return in.values().stream().allMatch(value -> compares(in.operand(), value));
    }

    @Override
    public Boolean like(Like like) {
        return false;
    }

    @Override
    public Boolean choose(Case choice) {
        return choice.branches().stream()
                        .allMatch(branch -> branch.condition().accept(this)
                                && branch.result().accept(this))
                && choice.otherwise().map(otherwise -> otherwise.accept(this)).orElse(true);
    }

    @Override
    public Boolean coalesce(Coalesce coalesce) {
        return all(coalesce.operands());
    }

    @Override
    public Boolean arithmetic(Arithmetic arithmetic) {
        return false;
    }

    @Override
    public Boolean call(Call call) {
        return false;
    }

    private boolean all(List<Expression> operands) {
        return operands.stream().allMatch(operand -> operand.accept(this));
    }

    private boolean compares(Expression left, Expression right) {
        if (!(left instanceof ColumnReference column) || !(right instanceof Literal literal)) {
            return false;
        }
        literal.value()
                .ifPresent(value -> byColumn.computeIfAbsent(column.fieldId(), none -> new HashSet<>())
                        .add(value));
        return true;
    }
}
