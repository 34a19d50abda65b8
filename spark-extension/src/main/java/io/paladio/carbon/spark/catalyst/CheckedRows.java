package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.EffectivePolicy;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/**
 * The rows that a write adds or leaves changed, each of them held against the writer's filter (S12).
 *
 * <p>A node of its own, because Spark's optimizer moves nothing across a node that it does not know: a check that got below a
 * condition of the statement would fail for rows that are not written. Prints nothing of the filter. Immutable.
 */
public final class CheckedRows extends OneChildPlan {
    private final EffectivePolicy policy;
    private final Expression condition;

    /** Spark makes copies of a node by its constructor. */
    public CheckedRows(EffectivePolicy policy, Expression condition, LogicalPlan child) {
        super(child);
        this.policy = policy;
        this.condition = condition;
    }

    /** How it runs. */
    SparkPlan planned(SparkPlan rows) {
        return new FilterExec(new RowCheck(policy, condition), rows);
    }

    /** Whether the rows are checked against the filter of this policy. */
    boolean isOf(EffectivePolicy other) {
        return policy.table().equals(other.table())
                && policy.etag().equals(other.etag())
                && policy.principal().name().equals(other.principal().name());
    }

    /** Whether what another node checks is checked here, in whatever order. */
    boolean checksAs(CheckedRows other) {
        return isOf(other.policy) && condition.semanticEquals(other.condition);
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new CheckedRows(policy, condition, changed);
    }

    @Override
    public Seq<Attribute> metadataOutput() {
        return ScalaInterop.seq(java.util.List.of());
    }

    @Override
    public String nodeName() {
        return "CheckedRows";
    }

    @Override
    public String simpleString(int maxFields) {
        return "CheckedRows " + policy.table() + " [PolicyFilter " + PolicyIds.ofFilter(policy) + "]";
    }

    @Override
    public String verboseString(int maxFields) {
        return simpleString(maxFields);
    }

    @Override
    public String verboseStringWithSuffix(int maxFields) {
        return simpleString(maxFields);
    }

    @Override
    public int productArity() {
        return 3;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> policy;
            case 1 -> condition;
            case 2 -> child();
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public String productPrefix() {
        return "CheckedRows";
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof CheckedRows;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof CheckedRows that
                        && isOf(that.policy)
                        && condition.equals(that.condition)
                        && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return 31 * condition.hashCode() + child().hashCode();
    }
}
