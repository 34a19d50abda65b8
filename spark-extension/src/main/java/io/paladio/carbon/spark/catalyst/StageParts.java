package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.Intersect;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;

/**
 * How many parts of a plan may run at once, as far as the plan says: those of a stage, and those of all stages that wait for no other
 * of them. What UNION ALL puts below each other is one stage; the sides of a join, and sub-queries, run beside each other. What is read of
 * a table counts for one. Used by one thread, once.
 */
public final class StageParts {
    private static final long MOST = 1L << 40;

    private final Map<Long, Parts> commonTables = new HashMap<>();

    /**
     * @param own those that the rows of a node come out in
     * @param atOnce those that run at the same time as these, or before
     */
    private record Parts(long own, long atOnce) {
        static final Parts ONE = new Parts(1, 1);
    }

    private StageParts() {}

    /** The most that run at once. */
    public static long of(LogicalPlan plan) {
        return new StageParts().given(plan).atOnce();
    }

    private Parts given(LogicalPlan node) {
        if (node instanceof WithCTE common) {
            for (CTERelationDef definition : ScalaInterop.list(common.cteDefs())) {
                commonTables.put(definition.id(), given(definition.child()));
            }
            return given(common.plan());
        }
        if (node instanceof CTERelationRef reference) {
            return commonTables.getOrDefault(reference.cteId(), Parts.ONE);
        }
        List<Parts> below = node instanceof PolicyBarrier
                ? List.of()
                : PlanTree.below(node).stream().map(this::given).toList();
        long own = Math.min(MOST, own(node, below));
        long before = below.stream().mapToLong(Parts::atOnce).sum();
        return new Parts(own, Math.min(MOST, Math.max(own, before)));
    }

    private static long own(LogicalPlan node, List<Parts> below) {
        int named = PartitionCounts.named(node);
        if (named > 0) {
            return named;
        }
        if (shuffles(node)) {
            return PartitionCounts.ofShuffles();
        }
        return node instanceof Union
                ? below.stream().mapToLong(Parts::own).sum()
                : below.stream().mapToLong(Parts::own).max().orElse(1);
    }

    private static boolean shuffles(LogicalPlan node) {
        return node instanceof PolicyBarrier barrier && barrier.placement() == RowPlacement.BY_VISIBLE_VALUES
                || node instanceof Aggregate
                || node instanceof Distinct
                || node instanceof Deduplicate
                || node instanceof Join
                || node instanceof Window
                || node instanceof Intersect
                || node instanceof Except
                || node instanceof RepartitionByExpression
                || node instanceof RebalancePartitions
                || node instanceof Sort sort && sort.global();
    }
}
