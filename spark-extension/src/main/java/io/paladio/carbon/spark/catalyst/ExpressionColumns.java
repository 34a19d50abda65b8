package io.paladio.carbon.spark.catalyst;

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
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns that a policy's expression reads, and nothing that it compares them with. Stateless. */
final class ExpressionColumns implements Expression.Visitor<Stream<ColumnReference>> {
    private ExpressionColumns() {}

    /** Their names, each once. */
    static List<String> names(Expression expression) {
        return expression
                .accept(new ExpressionColumns())
                .map(ColumnReference::name)
                .distinct()
                .toList();
    }

    static Set<Integer> fieldIds(Expression expression) {
        return expression
                .accept(new ExpressionColumns())
                .map(ColumnReference::fieldId)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Stream<ColumnReference> all(Collection<Expression> operands) {
        return operands.stream().flatMap(operand -> operand.accept(this));
    }

    @Override
    public Stream<ColumnReference> column(ColumnReference column) {
        return Stream.of(column);
    }

    @Override
    public Stream<ColumnReference> literal(Literal literal) {
        return Stream.empty();
    }

    @Override
    public Stream<ColumnReference> cast(Cast cast) {
        return cast.child().accept(this);
    }

    @Override
    public Stream<ColumnReference> comparison(Comparison comparison) {
        return all(List.of(comparison.left(), comparison.right()));
    }

    @Override
    public Stream<ColumnReference> and(And and) {
        return all(and.operands());
    }

    @Override
    public Stream<ColumnReference> or(Or or) {
        return all(or.operands());
    }

    @Override
    public Stream<ColumnReference> not(Not not) {
        return not.operand().accept(this);
    }

    @Override
    public Stream<ColumnReference> isNull(IsNull isNull) {
        return isNull.operand().accept(this);
    }

    @Override
    public Stream<ColumnReference> in(In in) {
        return in.operand().accept(this);
    }

    @Override
    public Stream<ColumnReference> like(Like like) {
        return like.operand().accept(this);
    }

    @Override
    public Stream<ColumnReference> choose(Case choice) {
        Stream<ColumnReference> branches =
                choice.branches().stream().flatMap(branch -> all(List.of(branch.condition(), branch.result())));
        return Stream.concat(branches, choice.otherwise().stream().flatMap(other -> other.accept(this)));
    }

    @Override
    public Stream<ColumnReference> coalesce(Coalesce coalesce) {
        return all(coalesce.operands());
    }

    @Override
    public Stream<ColumnReference> arithmetic(Arithmetic arithmetic) {
        return all(List.of(arithmetic.left(), arithmetic.right()));
    }

    @Override
    public Stream<ColumnReference> call(Call call) {
        return all(call.arguments());
    }
}
