package io.paladio.carbon.spark.catalyst;

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
import io.paladio.carbon.policy.expression.Expression.Visitor;
import io.paladio.carbon.policy.expression.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Divide;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.NumericEvalContext;
import org.apache.spark.sql.catalyst.expressions.Remainder;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;
import scala.Tuple2;

/**
 * A policy's expression as a Catalyst tree, node for node.
 *
 * <p>Never through the session's parser, functions or settings: a session could redefine what a name means. Every node gets its
 * evaluation mode, time zone and type from here, so the tree means the same in every session (S8). Immutable.
 */
public final class ExpressionCompiler implements Visitor<Expression> {
    static final Option<String> UTC = Option.apply("UTC");
    private static final NumericEvalContext TRY = new NumericEvalContext(EvalMode$.MODULE$.TRY(), true);

    /** Each value of a list is a node of the plan, and a literal of what is pushed down to files. */
    static final int LONGEST_LIST = 10_000;

    private final FieldBinding fields;

    /** Compiles against the raw columns of one relation. */
    public ExpressionCompiler(FieldBinding fields) {
        this.fields = fields;
    }

    /** The tree of the expression. */
    public Expression compile(io.paladio.carbon.policy.expression.Expression expression) {
        return expression.accept(this);
    }

    @Override
    public Expression column(ColumnReference column) {
        return fields.require(column.fieldId(), SparkTypes.of(column.type()));
    }

    @Override
    public Expression literal(Literal literal) {
        return CatalystLiterals.of(literal);
    }

    @Override
    public Expression cast(Cast cast) {
        return widened(compile(cast.child()), cast.type());
    }

    @Override
    public Expression comparison(Comparison comparison) {
        Expression left = compile(comparison.left());
        Expression right = compile(comparison.right());
        return switch (comparison.comparator()) {
            case EQUAL -> new EqualTo(left, right);
            case NOT_EQUAL -> new org.apache.spark.sql.catalyst.expressions.Not(new EqualTo(left, right));
            case LESS -> new LessThan(left, right);
            case LESS_OR_EQUAL -> new LessThanOrEqual(left, right);
            case GREATER -> new GreaterThan(left, right);
            case GREATER_OR_EQUAL -> new GreaterThanOrEqual(left, right);
            case NULL_SAFE_EQUAL -> new EqualNullSafe(left, right);
        };
    }

    @Override
    public Expression and(And and) {
        return joined(and.operands(), org.apache.spark.sql.catalyst.expressions.And::new);
    }

    @Override
    public Expression or(Or or) {
        return joined(or.operands(), org.apache.spark.sql.catalyst.expressions.Or::new);
    }

    @Override
    public Expression not(Not not) {
        return new org.apache.spark.sql.catalyst.expressions.Not(compile(not.operand()));
    }

    @Override
    public Expression isNull(IsNull isNull) {
        return new org.apache.spark.sql.catalyst.expressions.IsNull(compile(isNull.operand()));
    }

    @Override
    public Expression in(In in) {
        Expression operand = compile(in.operand());
        if (in.values().size() > LONGEST_LIST && ManyValues.canHold(in.operand().type())) {
            return ManyValues.of(in.values()).among(operand);
        }
        return new org.apache.spark.sql.catalyst.expressions.In(operand, compiled(in.values()));
    }

    @Override
    public Expression like(Like like) {
        Expression pattern = CatalystLiterals.of(new Literal(Optional.of(like.pattern()), ValueType.Simple.STRING));
        return new org.apache.spark.sql.catalyst.expressions.Like(compile(like.operand()), pattern, '\\');
    }

    @Override
    public Expression choose(Case choice) {
        List<Tuple2<Expression, Expression>> branches = choice.branches().stream()
                .map(when -> new Tuple2<>(compile(when.condition()), compile(when.result())))
                .toList();
        return new CaseWhen(
                ScalaInterop.seq(branches),
                ScalaInterop.option(choice.otherwise().map(this::compile)));
    }

    @Override
    public Expression coalesce(Coalesce coalesce) {
        return new org.apache.spark.sql.catalyst.expressions.Coalesce(compiled(coalesce.operands()));
    }

    @Override
    public Expression arithmetic(Arithmetic arithmetic) {
        Expression left = compile(arithmetic.left());
        Expression right = compile(arithmetic.right());
        Expression result = switch (arithmetic.operator()) {
            case TRY_ADD -> new Add(left, right, TRY);
            case TRY_SUBTRACT -> new Subtract(left, right, TRY);
            case TRY_MULTIPLY -> new Multiply(left, right, TRY);
            case TRY_DIVIDE -> new Divide(left, right, TRY);
            case TRY_MOD -> new Remainder(left, right, TRY);
        };
        return widened(result, arithmetic.type());
    }

    @Override
    public Expression call(Call call) {
        return FunctionCompiler.compile(
                call.function(), call.arguments().stream().map(this::compile).toList());
    }

    private Expression joined(
            List<io.paladio.carbon.policy.expression.Expression> operands, BinaryOperator<Expression> joiner) {
        return operands.stream().map(this::compile).reduce(joiner).orElseThrow();
    }

    private scala.collection.immutable.Seq<Expression> compiled(
            List<? extends io.paladio.carbon.policy.expression.Expression> expressions) {
        return ScalaInterop.seq(expressions.stream().map(this::compile).toList());
    }

    private static Expression widened(Expression expression, ValueType type) {
        DataType wanted = SparkTypes.of(type);
        if (expression.dataType().equals(DataTypes.DateType) && wanted.equals(DataTypes.TimestampNTZType)) {
            return StaticCalls.nullable(PolicyFunctions.class, "startOfDay", wanted, List.of(expression));
        }
        return expression.dataType().equals(wanted)
                ? expression
                : new org.apache.spark.sql.catalyst.expressions.Cast(expression, wanted, UTC, EvalMode$.MODULE$.TRY());
    }
}
