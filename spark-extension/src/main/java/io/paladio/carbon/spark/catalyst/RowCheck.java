package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.EffectivePolicy;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Predicate;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * True for a row that satisfies the writer's filter; for any other it ends the statement with ROW_CHECK_FAILED. NULL is not true.
 * Prints no condition and no value. Immutable.
 */
final class RowCheck extends Expression implements Predicate, CodegenFallback, Serializable {
    private static final long serialVersionUID = 1L;

    private final Expression condition;
    private final Told told;

    /** What a refusal says: names, and nothing of the row or of the filter. */
    private record Told(String table, String policies, String principal) implements Serializable {
        private static final long serialVersionUID = 1L;

        static Told of(EffectivePolicy policy) {
            return new Told(
                    policy.table().toString(),
                    PolicyIds.ofFilter(policy),
                    policy.principal().name());
        }
    }

    RowCheck(EffectivePolicy policy, Expression condition) {
        this(condition, Told.of(policy));
    }

    private RowCheck(Expression condition, Told told) {
        this.condition = condition;
        this.told = told;
    }

    @Override
    public Object eval(InternalRow row) {
        if (!Boolean.TRUE.equals(condition.eval(row))) {
            throw SparkRefusal.of(CarbonCondition.ROW_CHECK_FAILED
                    .refusal()
                    .object(told.table())
                    .policy(told.policies())
                    .principal(told.principal())
                    .build());
        }
        return true;
    }

    @Override
    public ExprCode doGenCode(CodegenContext context, ExprCode code) {
        return CodegenFallback.super.doGenCode(context, code);
    }

    /** Never to be left out, moved or answered beforehand. */
    @Override
    public boolean foldable() {
        return false;
    }

    @Override
    public boolean nullable() {
        return false;
    }

    @Override
    public DataType dataType() {
        return DataTypes.BooleanType;
    }

    @Override
    public Seq<Expression> children() {
        return ScalaInterop.indexedSeq(condition);
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
        return new RowCheck(children.head(), told);
    }

    @Override
    public String prettyName() {
        return "row_check";
    }

    @Override
    public String toString() {
        return "row_check(" + told.policies() + ")";
    }

    @Override
    public String sql() {
        return toString();
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> condition;
            case 1 -> told;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof RowCheck;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowCheck that && condition.equals(that.condition) && told.equals(that.told);
    }

    @Override
    public int hashCode() {
        return 31 * condition.hashCode() + told.hashCode();
    }
}
