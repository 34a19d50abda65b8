package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.BaseGroupingSets;
import org.apache.spark.sql.catalyst.expressions.Cube;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Rollup;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.CreateVariable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;

/**
 * How large a short plan becomes when Spark writes it out: common tables wherever they are named, and all subsets of what is cubed.
 * Counted without doing so. Used by one thread, once.
 */
public final class PlanWidth {
    private static final long MOST = 1L << 40;

    private final Map<Long, Long> commonTables = new HashMap<>();

    private PlanWidth() {}

    /** How many relations the plan reads, one in a common table as often as that is named. */
    public static long relations(LogicalPlan plan) {
        return new PlanWidth().read(plan);
    }

    /** How many grouping sets the node makes by itself; one where it groups without any. */
    public static long groupings(LogicalPlan node) {
        long sets = 1;
        if (node instanceof Aggregate aggregate) {
            for (Expression key : ScalaInterop.list(aggregate.groupingExpressions())) {
                sets = Math.min(MOST, sets * sets(key));
            }
        }
        return sets;
    }

    /** How many variables a script declares. */
    public static long variables(LogicalPlan script) {
        long[] variables = {0};
        PlanWalk.walk(script, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
                variables[0] +=
                        node instanceof CreateVariable create ? create.names().size() : 0;
            }

            @Override
            public void expression(Expression expression, LogicalPlan owner) {}
        });
        return variables[0];
    }

    /** How many aggregates of distinct values stand in the node's expressions. */
    public static long distinct(LogicalPlan node) {
        return ScalaInterop.list(node.expressions()).stream()
                .mapToLong(PlanWidth::distinct)
                .sum();
    }

    private static long distinct(Expression expression) {
        long distinct = expression instanceof UnresolvedFunction call && call.isDistinct()
                        || expression instanceof AggregateExpression aggregate && aggregate.isDistinct()
                ? 1
                : 0;
        for (Expression part : ScalaInterop.list(expression.children())) {
            distinct += distinct(part);
        }
        return distinct;
    }

    private static long sets(Expression key) {
        if (!(key instanceof BaseGroupingSets sets)) {
            return 1;
        }
        int given = sets.groupingSets().size();
        if (key instanceof Cube) {
            return 1L << Math.min(given, 30);
        }
        return key instanceof Rollup ? given + 1L : given;
    }

    private long read(LogicalPlan node) {
        if (node instanceof WithCTE common) {
            for (CTERelationDef definition : ScalaInterop.list(common.cteDefs())) {
                commonTables.put(definition.id(), read(definition.child()));
            }
            return read(common.plan());
        }
        if (node instanceof CTERelationRef reference) {
            return commonTables.getOrDefault(reference.cteId(), 1L);
        }
        List<LogicalPlan> below = node instanceof PolicyBarrier ? List.of() : PlanTree.below(node);
        long sum = 0;
        for (LogicalPlan plan : below) {
            sum = Math.min(MOST, sum + read(plan));
        }
        return Math.max(1, sum);
    }
}
