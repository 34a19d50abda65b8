package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.PartitionCounts;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.Statements;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Refuses statements that are cut into more parts than a driver survives: each part costs memory of the process that all share,
 * before a row is read. Stateless but for its session.
 */
final class PartitionLimit implements PlanWalk.Visitor {
    static final int MOST = 100_000;

    private final SparkSession session;

    PartitionLimit(SparkSession session) {
        this.session = session;
    }

    void require(LogicalPlan plan) {
        if (Statements.configurationKey(plan).isEmpty()) {
            requireAtMost(PartitionCounts.ofShuffles(), "spark.sql.shuffle.partitions");
        }
        PlanWalk.walk(plan, this);
    }

    @Override
    public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
        requireAtMost(PartitionCounts.named(node), "the number of partitions");
    }

    @Override
    public void expression(Expression expression, LogicalPlan owner) {}

    private void requireAtMost(int partitions, String what) {
        if (partitions > MOST) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object(what)
                            .reason("it is above " + MOST)
                            .remedy("Choose a smaller one."));
        }
    }
}
