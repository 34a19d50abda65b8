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
import java.util.stream.Stream;

/** The names of the columns that a policy's expression reads, each once, and nothing that it compares them with. Stateless. */
final class FilterColumns implements Expression.Visitor<Stream<String>> {
    private FilterColumns() {}

    static List<String> of(Expression condition) {
        return condition.accept(new FilterColumns()).distinct().toList();
    }

    private Stream<String> all(Collection<Expression> operands) {
        return operands.stream().flatMap(operand -> operand.accept(this));
    }

    @Override
    public Stream<String> column(ColumnReference column) {
        return Stream.of(column.name());
    }

    @Override
    public Stream<String> literal(Literal literal) {
        return Stream.empty();
    }

    @Override
    public Stream<String> cast(Cast cast) {
        return cast.child().accept(this);
    }

    @Override
    public Stream<String> comparison(Comparison comparison) {
        return all(List.of(comparison.left(), comparison.right()));
    }

    @Override
    public Stream<String> and(And and) {
        return all(and.operands());
    }

    @Override
    public Stream<String> or(Or or) {
        return all(or.operands());
    }

    @Override
    public Stream<String> not(Not not) {
        return not.operand().accept(this);
    }

    @Override
    public Stream<String> isNull(IsNull isNull) {
        return isNull.operand().accept(this);
    }

    @Override
    public Stream<String> in(In in) {
        return in.operand().accept(this);
    }

    @Override
    public Stream<String> like(Like like) {
        return like.operand().accept(this);
    }

    @Override
    public Stream<String> choose(Case choice) {
        Stream<String> branches =
                choice.branches().stream().flatMap(branch -> all(List.of(branch.condition(), branch.result())));
        return Stream.concat(branches, choice.otherwise().stream().flatMap(other -> other.accept(this)));
    }

    @Override
    public Stream<String> coalesce(Coalesce coalesce) {
        return all(coalesce.operands());
    }

    @Override
    public Stream<String> arithmetic(Arithmetic arithmetic) {
        return all(List.of(arithmetic.left(), arithmetic.right()));
    }

    @Override
    public Stream<String> call(Call call) {
        return all(call.arguments());
    }
}
