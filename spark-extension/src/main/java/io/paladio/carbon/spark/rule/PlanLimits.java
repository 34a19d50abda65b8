package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PlanWidth;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Refuses short statements that Spark writes out to plans which take the memory of the process that all share, and which nobody can
 * interrupt meanwhile. Stateless but for its session.
 */
final class PlanLimits {
    static final int MOST_GROUPINGS = 4_096;
    static final int MOST_RELATIONS = 2_000;

    private final SparkSession session;

    PlanLimits(SparkSession session) {
        this.session = session;
    }

    /** Asked before Spark makes grouping sets of anything. */
    void requireFewGroupings(LogicalPlan plan) {
        PlanWalk.walk(plan, new Groupings());
    }

    /** Asked before Spark puts common tables in their places: for its own check of an analysed plan, to begin with. */
    void requireFewRelations(LogicalPlan plan) {
        requireAtMost(MOST_RELATIONS, PlanWidth.relations(plan), "relations, those of common tables each time");
    }

    private void requireAtMost(long most, long wanted, String of) {
        if (wanted > most) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("the statement")
                            .reason("it is made of more than " + most + " " + of)
                            .remedy("Divide it, and keep what comes between in tables."));
        }
    }

    private final class Groupings implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            requireAtMost(MOST_GROUPINGS, PlanWidth.groupings(node), "grouping sets");
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }
}
