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
 * Into how many parts the widest stage of a plan may be cut, as far as the plan says: where rows are put below each other, the parts
 * of all add up. What is read of a table counts for one. Used by one thread, once.
 */
public final class StageParts {
    private static final long MOST = 1L << 40;

    private final Map<Long, Long> commonTables = new HashMap<>();
    private long widest;

    private StageParts() {}

    /** The parts of the widest stage. */
    public static long of(LogicalPlan plan) {
        StageParts parts = new StageParts();
        parts.given(plan);
        return parts.widest;
    }

    /** In how many parts the rows of a node come out. */
    private long given(LogicalPlan node) {
        long parts = Math.min(MOST, counted(node));
        widest = Math.max(widest, parts);
        return parts;
    }

    private long counted(LogicalPlan node) {
        if (node instanceof WithCTE common) {
            for (CTERelationDef definition : ScalaInterop.list(common.cteDefs())) {
                commonTables.put(definition.id(), given(definition.child()));
            }
            return given(common.plan());
        }
        if (node instanceof CTERelationRef reference) {
            return commonTables.getOrDefault(reference.cteId(), 1L);
        }
        List<LogicalPlan> below = node instanceof PolicyBarrier ? List.of() : PlanTree.below(node);
        List<Long> parts = below.stream().map(this::given).toList();
        int named = PartitionCounts.named(node);
        if (named > 0 || shuffles(node)) {
            return named > 0 ? named : PartitionCounts.ofShuffles();
        }
        return node instanceof Union
                ? parts.stream().mapToLong(Long::longValue).sum()
                : parts.stream().mapToLong(Long::longValue).max().orElse(1);
    }

    private static boolean shuffles(LogicalPlan node) {
        return node instanceof Aggregate
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
