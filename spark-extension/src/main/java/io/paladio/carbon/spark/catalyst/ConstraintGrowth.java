package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * How much Spark writes when it says of renamed columns all that is known of them: a condition over several columns once for each choice of
 * their old and new names. It does so below joins and conditions. Counted without doing so. Used by one thread, once.
 */
public final class ConstraintGrowth {
    private static final double MOST = 1e18;

    /**
     * A condition that holds of what a node gives out.
     *
     * @param columns what it is about, by the first of their names
     * @param parts of how many parts it is
     * @param times how often Spark has it, under as many names
     */
    private record Known(Set<ExprId> columns, double parts, double times) {}

    /**
     * @param known what holds
     * @param written the parts of all that Spark writes for it, if somebody asks
     */
    private record Given(List<Known> known, double written) {
        static final Given NOTHING = new Given(List.of(), 0);
    }

    private double asked;

    private ConstraintGrowth() {}

    /** The parts that Spark writes at one place, of whatever of the plan is resolved. */
    public static double of(LogicalPlan plan) {
        ConstraintGrowth growth = new ConstraintGrowth();
        growth.given(plan);
        return growth.asked;
    }

    private Given given(LogicalPlan node) {
        List<Known> known = new ArrayList<>();
        double written = 0;
        for (LogicalPlan below : PlanTree.below(node)) {
            Given given = given(below);
            known.addAll(given.known());
            written += given.written();
        }
        if (!node.resolved()) {
            return Given.NOTHING;
        }
        if (node instanceof Filter || node instanceof Join) {
            asked = Math.max(asked, written);
            ScalaInterop.list(node.expressions()).stream()
                    .flatMap(condition -> LeakproofPushdown.conjuncts(condition).stream())
                    .forEach(condition -> known.add(known(condition)));
        }
        if (node instanceof Project || node instanceof Aggregate) {
            return renamed(node, known, written);
        }
        return new Given(known, written);
    }

    private static Known known(Expression condition) {
        Set<ExprId> columns = new HashSet<>();
        ScalaInterop.list(condition.references().toSeq()).forEach(column -> columns.add(column.exprId()));
        return new Known(columns, TreeSize.written(condition), 1);
    }

    private static Given renamed(LogicalPlan node, List<Known> known, double written) {
        Map<ExprId, List<ExprId>> names = new HashMap<>();
        Set<ExprId> output = new HashSet<>();
        ScalaInterop.list(node.output()).forEach(column -> output.add(column.exprId()));
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            if (expression instanceof Alias alias && alias.child() instanceof Attribute column) {
                names.computeIfAbsent(column.exprId(), name -> new ArrayList<>())
                        .add(alias.exprId());
            }
        }
        double sum = written;
        List<Known> left = new ArrayList<>();
        for (Known each : known) {
            double times = each.times();
            for (ExprId column : each.columns()) {
                times = Math.min(
                        MOST, times * (1 + names.getOrDefault(column, List.of()).size()));
            }
            sum += times * each.parts();
            renamed(each, names, output).ifPresent(left::add);
        }
        return new Given(left, sum);
    }

    /** What is left of a condition above the node; empty where a column of it is not given out. */
    private static Optional<Known> renamed(Known known, Map<ExprId, List<ExprId>> names, Set<ExprId> output) {
        Set<ExprId> columns = new HashSet<>();
        double times = known.times();
        for (ExprId column : known.columns()) {
            List<ExprId> all = new ArrayList<>(names.getOrDefault(column, List.of()));
            if (output.contains(column)) {
                all.add(column);
            }
            if (all.isEmpty()) {
                return Optional.empty();
            }
            columns.add(all.get(0));
            times = Math.min(MOST, times * all.size());
        }
        return Optional.of(new Known(columns, known.parts(), times));
    }
}
