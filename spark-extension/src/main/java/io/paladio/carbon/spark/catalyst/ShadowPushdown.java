package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * Moves predicates below the count of shadow filters, where they prune files as if nothing was counted. For speed, and so that
 * only rows are counted that the statement works with; no result depends on it. Stateless.
 */
public final class ShadowPushdown extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return (LogicalPlan)
                plan.transformDown(ScalaInterop.<LogicalPlan, LogicalPlan>rewriting(ShadowPushdown::moved));
    }

    private static Optional<LogicalPlan> moved(LogicalPlan node) {
        if (!(node instanceof Filter filter) || !(filter.child() instanceof ShadowRows counted)) {
            return Optional.empty();
        }
        List<Expression> conjuncts = LeakproofPushdown.conjuncts(filter.condition());
        List<Expression> moving =
                conjuncts.stream().filter(ShadowPushdown::isMovable).toList();
        if (moving.isEmpty()) {
            return Optional.empty();
        }
        LogicalPlan below = counted.withNewChildInternal(new Filter(LeakproofPushdown.joined(moving), counted.child()));
        List<Expression> staying =
                conjuncts.stream().filter(conjunct -> !isMovable(conjunct)).toList();
        return Optional.of(staying.isEmpty() ? below : new Filter(LeakproofPushdown.joined(staying), below));
    }

    private static boolean isMovable(Expression predicate) {
        return predicate.deterministic() && !SubqueryExpression$.MODULE$.hasSubquery(predicate);
    }
}
