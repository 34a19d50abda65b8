package io.paladio.carbon.spark.rule;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * Ends the analysis of a short statement whose types or conditions Spark would write out to more than the process can hold. In
 * every round of the analysis, before rules of the next one look at types that have grown. Stateless but for its session.
 */
public final class GrowthRule extends Rule<LogicalPlan> {
    private final SparkSession session;
    private final PlanLimits limits;

    public GrowthRule(SparkSession session) {
        this.session = session;
        this.limits = new PlanLimits(session);
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Refusals.telling(session, () -> {
            limits.requireLittleGrowth(plan);
            return plan;
        });
    }
}
