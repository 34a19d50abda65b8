package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.PartitionCounts;
import io.paladio.carbon.spark.catalyst.PlanReads;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.SplitSizes;
import io.paladio.carbon.spark.catalyst.StageParts;
import io.paladio.carbon.spark.catalyst.Statements;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Refuses statements that are cut into more parts than a driver survives: each part costs memory of the process that all share,
 * before a row is read. Stateless but for its session.
 */
final class PartitionLimit implements PlanWalk.Visitor {
    static final int MOST = 100_000;
    /** Of a UNION ALL, of the sides of joins, and of sub-queries: Spark makes the tasks of all that waits for nothing at once. */
    static final long MOST_AT_ONCE = 500_000;

    private final SparkSession session;

    PartitionLimit(SparkSession session) {
        this.session = session;
    }

    void require(LogicalPlan plan) {
        if (Statements.configurationKey(plan).isEmpty()) {
            requireAtMost(MOST, PartitionCounts.ofShuffles(), "spark.sql.shuffle.partitions");
        }
        PlanWalk.walk(plan, this);
        PlanReads.of(plan).stream()
                .filter(read -> !read.isWritten())
                .forEach(read -> requireFewSplits(read.relation()));
        requireAtMost(MOST_AT_ONCE, StageParts.of(plan), "the number of partitions of all that runs at once");
    }

    @Override
    public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
        requireAtMost(MOST, PartitionCounts.named(node), "the number of partitions");
    }

    @Override
    public void expression(Expression expression, LogicalPlan owner) {}

    /** Files of some formats can be cut anywhere. */
    private void requireFewSplits(DataSourceV2Relation read) {
        if (SplitSizes.parts(read) > MOST) {
            throw refusal(
                    "the number of splits of a table",
                    "it is above " + MOST,
                    "Choose a greater size, by the option split-size or the table's read.split.target-size.");
        }
    }

    private void requireAtMost(long most, long partitions, String what) {
        if (partitions > most) {
            throw refusal(what, "it is above " + most, "Choose a smaller one.");
        }
    }

    private RuntimeException refusal(String what, String reason, String remedy) {
        return Refusals.refuse(
                session,
                CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object(what)
                        .reason(reason)
                        .remedy(remedy));
    }
}
