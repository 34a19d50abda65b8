package io.paladio.carbon.spark.rule;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * Ends the analysis of a short statement whose types or conditions Spark would write out to more than the process can hold. In
 * every round of the analysis, before rules of the next one look at types that have grown. What no round changed is measured once.
 * Thread-safe: what was measured is known by identity, and plans are immutable.
 */
public final class GrowthRule extends Rule<LogicalPlan> {
    private final SparkSession session;
    private final PlanLimits limits;
    private final IdentitySet<LogicalPlan> measured = new IdentitySet<>();

    public GrowthRule(SparkSession session) {
        this.session = session;
        this.limits = new PlanLimits(session);
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (measured.contains(plan)) {
            return plan;
        }
        return Refusals.telling(session, () -> {
            limits.requireLittleGrowth(plan);
            measured.add(plan);
            return plan;
        });
    }
}
