package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/**
 * Below it the query of a view, above it the view's policy.
 *
 * <p>A table that a policy restricts gives up nothing before it is found under its barrier. A view has no scan of its own to do so;
 * this node stands for it: where the barrier above it is lost, the plan is refused. Spark moves nothing across it either, so that
 * between the two stands the policy alone. Immutable.
 */
public final class ViewRows extends OneChildPlan {
    private final EffectivePolicy policy;

    /** Spark makes copies of a node by its constructor. */
    public ViewRows(EffectivePolicy policy, LogicalPlan child) {
        super(child);
        this.policy = policy;
    }

    /** The policy that these rows need above them. */
    EffectivePolicy policy() {
        return policy;
    }

    /** The view. */
    public Securable view() {
        return policy.table();
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new ViewRows(policy, changed);
    }

    @Override
    public Seq<Attribute> metadataOutput() {
        return ScalaInterop.seq(java.util.List.of());
    }

    @Override
    public String nodeName() {
        return "ViewRows";
    }

    @Override
    public String simpleString(int maxFields) {
        return "ViewRows " + view();
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
        return 2;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> policy;
            case 1 -> child();
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public String productPrefix() {
        return "ViewRows";
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof ViewRows;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof ViewRows that
                        && policy.table().equals(that.policy.table())
                        && policy.etag().equals(that.policy.etag())
                        && policy.principal()
                                .name()
                                .equals(that.policy.principal().name())
                        && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return Objects.hash(policy.etag(), policy.principal().name(), child());
    }
}
