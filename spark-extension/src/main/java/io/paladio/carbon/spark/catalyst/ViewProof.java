package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * The views with a policy of their own that a plan reads, and whether each stands under it: the rows of a view's query have the
 * barrier of that very policy above them, with nothing but the policy between. Used by one thread, once.
 */
public final class ViewProof {
    private final List<ViewBarrier> barriers = new ArrayList<>();
    private final List<EffectivePolicy> pending = new ArrayList<>();
    private final Set<LogicalPlan> governed = Collections.newSetFromMap(new IdentityHashMap<>());
    private Optional<Securable> bare = Optional.empty();

    private ViewProof() {}

    /** What the plan reads, sub-queries, caches and commands included. */
    public static ViewProof of(LogicalPlan plan) {
        ViewProof proof = new ViewProof();
        PlanWalk.walkReads(plan, proof.new Search());
        return proof;
    }

    /** The barriers of the plan's views. */
    public List<ViewBarrier> barriers() {
        return List.copyOf(barriers);
    }

    /** A view whose rows stand under no policy, or not under their own. */
    public Optional<Securable> bare() {
        return bare;
    }

    /** What is to be put around views whose names are still being resolved. */
    List<EffectivePolicy> pending() {
        return List.copyOf(pending);
    }

    /** From the root down: a barrier is seen before the rows below it. */
    private final class Search implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            if (node instanceof ViewBarrier above) {
                barriers.add(above);
                above.rows().ifPresent(governed::add);
            } else if (node instanceof ViewRows rows && !governed.contains(node)) {
                bare = Optional.of(rows.view());
            } else if (node instanceof ViewBoundary boundary) {
                pending.add(boundary.view().policy());
                bare = Optional.of(boundary.view().view());
            }
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }
}
