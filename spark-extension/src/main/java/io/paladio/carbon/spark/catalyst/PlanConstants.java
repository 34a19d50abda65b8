package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;

/**
 * How many bytes the constants of a plan come to, each as often as a name stands for it: there Spark puts it and works it out anew. Used by one
 * thread, once.
 */
public final class PlanConstants {
    /** Of the largest constant, and of all. */
    public record Bytes(double largest, double all) {}

    private final ConstantSize constants = new ConstantSize();
    private final Map<Long, LogicalPlan> commonTables = new HashMap<>();
    private double all;

    private PlanConstants() {}

    /** Of whatever of the plan is resolved. */
    public static Bytes of(LogicalPlan plan) {
        PlanConstants found = new PlanConstants();
        found.visit(plan);
        return new Bytes(found.constants.largest(), found.all);
    }

    /** Of one expression. */
    public static Bytes of(Expression expression) {
        ConstantSize constants = new ConstantSize();
        double all = constants.of(expression);
        return new Bytes(constants.largest(), all);
    }

    /** Those that one constant, and all of a statement, may come to. */
    public static Bytes most() {
        return new Bytes(ConstantSize.MOST, 4 * ConstantSize.MOST);
    }

    private void visit(LogicalPlan node) {
        if (node instanceof WithCTE common) {
            for (CTERelationDef definition : ScalaInterop.list(common.cteDefs())) {
                visit(definition.child());
                commonTables.put(definition.id(), definition.child());
            }
            visit(common.plan());
            return;
        }
        PlanTree.below(node).forEach(this::visit);
        if (node instanceof CTERelationRef reference && node.resolved()) {
            align(node, commonTables.getOrDefault(reference.cteId(), node));
        }
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            all += constants.of(expression);
            boolean names = node instanceof Project || node instanceof Aggregate;
            if (names && expression instanceof Alias alias && alias.resolved()) {
                constants.name(alias.exprId(), alias.child());
            }
        }
    }

    private void align(LogicalPlan node, LogicalPlan source) {
        List<Attribute> given = source.resolved() ? ScalaInterop.list(source.output()) : List.of();
        List<Attribute> output = ScalaInterop.list(node.output());
        for (int place = 0; place < Math.min(given.size(), output.size()); place++) {
            constants.name(output.get(place).exprId(), given.get(place));
        }
    }
}
