package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.CommandResult;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.Option;
import scala.collection.Iterable;

/**
 * Visits everything in a plan: its nodes, their expressions, the plans of sub-queries, and plans that commands, time travel and
 * caches hold without having them as children. What a check does not visit it can't refuse.
 */
public final class PlanWalk {
    private PlanWalk() {}

    /** Sees each node and expression, from the root down. */
    public interface Visitor {
        /** A node; {@code barrier} is the one that it stands under, where there is one. */
        void node(LogicalPlan node, Optional<PolicyBarrier> barrier);

        /** An expression of a node, or one within it. */
        void expression(Expression expression, LogicalPlan owner);

        /** Whether the plans that the node holds are visited as well. */
        default boolean enters(LogicalPlan node) {
            return true;
        }
    }

    /** Walks the whole plan. */
    public static void walk(LogicalPlan plan, Visitor visitor) {
        walk(plan, Optional.empty(), visitor);
    }

    /** Walks what the plan reads when it runs: all but the queries of views that it defines. */
    static void walkReads(LogicalPlan plan, Visitor visitor) {
        if (!ViewDefinitions.isOne(plan)) {
            walk(plan, visitor);
        }
    }

    private static void walk(LogicalPlan node, Optional<PolicyBarrier> barrier, Visitor visitor) {
        visitor.node(node, barrier);
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            walk(expression, node, visitor);
        }
        Optional<PolicyBarrier> below = node instanceof PolicyBarrier itself ? Optional.of(itself) : barrier;
        if (visitor.enters(node)) {
            for (LogicalPlan held : heldBy(node)) {
                walk(held, below, visitor);
            }
        }
    }

    private static void walk(Expression expression, LogicalPlan owner, Visitor visitor) {
        visitor.expression(expression, owner);
        for (Expression child : ScalaInterop.list(expression.children())) {
            walk(child, owner, visitor);
        }
        // A sub-query stands in nobody's barrier: what it reads needs one of its own.
        for (LogicalPlan plan : plansAmong(expression.productIterator())) {
            walk(plan, Optional.empty(), visitor);
        }
    }

    /**
     * All plans that a node holds, each once, but those of sub-queries: expressions hold them, and to come to each on two ways would
     * double the work for every sub-query within another. The command of a CommandResult has run; only its rows are read. The relation of a
     * scan was exchanged for the scan.
     */
    static List<LogicalPlan> heldBy(LogicalPlan node) {
        if (node instanceof CommandResult || node instanceof DataSourceV2ScanRelation) {
            return List.of();
        }
        Set<LogicalPlan> held = Collections.newSetFromMap(new IdentityHashMap<>());
        ScalaInterop.list(node.subqueries()).forEach(held::add);
        List<LogicalPlan> plans = new ArrayList<>(ScalaInterop.list(node.children()));
        plans.addAll(plansAmong(node.innerChildren().iterator()));
        plans.addAll(plansAmong(node.productIterator()));
        if (node instanceof InMemoryRelation cached) {
            plans.add(cached.cacheBuilder().logicalPlan());
        }
        return plans.stream().filter(held::add).toList();
    }

    static List<LogicalPlan> plansAmong(scala.collection.Iterator<?> elements) {
        List<LogicalPlan> plans = List.of();
        while (elements.hasNext()) {
            Object element = elements.next();
            if (mayHoldPlans(element)) {
                plans = plans.isEmpty() ? new ArrayList<>() : plans;
                collect(element, plans);
            }
        }
        return plans;
    }

    /** Of most arguments this is known at a glance. */
    private static boolean mayHoldPlans(Object element) {
        return element instanceof LogicalPlan || element instanceof Option<?> || element instanceof Iterable<?>;
    }

    private static void collect(Object element, List<LogicalPlan> plans) {
        if (element instanceof LogicalPlan plan) {
            plans.add(plan);
        } else if (element instanceof Option<?> option && option.isDefined()) {
            collect(option.get(), plans);
        } else if (element instanceof Iterable<?> many && holdsPlans(many)) {
            many.foreach(ScalaInterop.function(each -> {
                collect(each, plans);
                return scala.runtime.BoxedUnit.UNIT;
            }));
        }
    }

    // Rows of local data come as such sequences too; they are not looked through one by one.
    private static boolean holdsPlans(Iterable<?> many) {
        if (many.isEmpty()) {
            return false;
        }
        Object first = many.head();
        return first instanceof LogicalPlan || first instanceof Iterable<?> || first instanceof Option<?>;
    }
}
