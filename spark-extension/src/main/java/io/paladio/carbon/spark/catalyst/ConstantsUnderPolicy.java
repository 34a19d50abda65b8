package io.paladio.carbon.spark.catalyst;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Keeps Spark's ConstantPropagation from plans with a policy in them, and from no others. It would make 1 / 0 of 1 / (id - 3) under
 * id = 3, and on that Spark fails while it plans, whether there is such a row to see or not. Without it the predicate that can't fail comes
 * first, and what fails for hidden rows alone does not fail.
 *
 * <p>A rule of normalization: the last that Spark asks about a whole plan before it reads, for that plan, which rules are excluded. It
 * changes no plan. Until it is asked, and once the plan is optimized, the rule is excluded. Stateless but for its session.
 */
public final class ConstantsUnderPolicy extends Rule<LogicalPlan> {
    private final SparkSession session;

    public ConstantsUnderPolicy(SparkSession session) {
        this.session = session;
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        SQLConf settings = ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .conf();
        PlanningThreads threads = PlanningThreads.of(settings);
        if (PlanReads.holdBarrier(plan)) {
            threads.governed(settings);
        } else {
            threads.open(settings);
        }
        return plan;
    }

    /** The plan that the thread began with is optimized. */
    static void optimized() {
        SQLConf settings = SQLConf.get();
        PlanningThreads.of(settings).done(settings);
    }
}
