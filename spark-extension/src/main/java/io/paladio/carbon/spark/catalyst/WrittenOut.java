package io.paladio.carbon.spark.catalyst;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CommonExpressionId;
import org.apache.spark.sql.catalyst.expressions.CommonExpressionRef;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.With;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;

/**
 * By how much the conditions, and other expressions, of a short plan grow where each name is replaced by what it stands for, as
 * Spark does when it moves them down. Counted without doing so. Used by one thread, once.
 */
public final class WrittenOut {
    private static final long MOST = 1L << 40;

    private final Map<ExprId, Long> sizes = new HashMap<>();
    private final Map<Long, LogicalPlan> commonTables = new HashMap<>();
    /** What BETWEEN and its kin name within themselves: Spark puts it below the condition, and then moves the condition below that. */
    private final Map<CommonExpressionId, Long> common = new HashMap<>();

    private final CheapNames cheap = new CheapNames();
    private long condition;
    private long inlined;

    private WrittenOut() {}

    /** Of whatever of the plan is resolved. */
    public static WrittenOut of(LogicalPlan plan) {
        WrittenOut written = new WrittenOut();
        written.visit(plan);
        return written;
    }

    /** How many expressions are added to the condition that grows most. */
    public long condition() {
        return condition;
    }

    /** How many are added to the expression that grows most where names are replaced that cost nothing. */
    public long inlined() {
        return inlined;
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
        long largest = 1;
        for (Expression expression : ScalaInterop.list(node.expressions())) {
            long size = size(expression);
            long written = asWritten(expression);
            if (node instanceof Filter || node instanceof Join) {
                condition = Math.max(condition, size - written);
            }
            inlined = Math.max(inlined, cheap.size(expression) - written);
            if (expression instanceof Alias alias && alias.resolved()) {
                cheap.name(alias);
            }
            largest = Math.max(largest, size);
        }
        if (node.resolved()) {
            handOn(node, largest);
        }
    }

    /** What comes out of a node under names of its own. */
    private void handOn(LogicalPlan node, long largest) {
        if (node instanceof CTERelationRef reference) {
            LogicalPlan table = commonTables.get(reference.cteId());
            if (table != null && table.resolved()) {
                align(node, table);
            }
        }
        if (node instanceof Union) {
            ScalaInterop.list(node.children()).forEach(child -> align(node, child));
        }
        long most = Math.max(largest, largestOf(ScalaInterop.list(node.children())));
        ScalaInterop.list(node.output()).forEach(attribute -> sizes.putIfAbsent(attribute.exprId(), most));
    }

    private long largestOf(List<LogicalPlan> plans) {
        return plans.stream()
                .filter(LogicalPlan::resolved)
                .flatMap(plan -> ScalaInterop.list(plan.output()).stream())
                .mapToLong(attribute -> sizes.getOrDefault(attribute.exprId(), 1L))
                .max()
                .orElse(1);
    }

    private void align(LogicalPlan node, LogicalPlan source) {
        List<Attribute> given = ScalaInterop.list(source.output());
        List<Attribute> output = ScalaInterop.list(node.output());
        for (int place = 0; place < Math.min(given.size(), output.size()); place++) {
            long size = sizes.getOrDefault(given.get(place).exprId(), 1L);
            sizes.merge(output.get(place).exprId(), size, Math::max);
        }
    }

    private long size(Expression expression) {
        List<Expression> parts = ScalaInterop.list(expression.children());
        if (expression instanceof NamedExpression name && parts.isEmpty()) {
            return expression.resolved() ? sizes.getOrDefault(name.exprId(), 1L) : 1;
        }
        if (expression instanceof CommonExpressionRef reference) {
            return common.getOrDefault(reference.id(), 1L);
        }
        if (expression instanceof With with) {
            ScalaInterop.list(with.defs()).forEach(definition -> common.put(definition.id(), size(definition)));
            return 1 + size(with.child());
        }
        long size = expression instanceof SubqueryExpression query ? largestOf(List.of(query.plan())) : 1;
        for (Expression part : parts) {
            size = Math.min(MOST, size + size(part));
        }
        if (expression instanceof Alias alias) {
            sizes.put(alias.exprId(), size);
        }
        return size;
    }

    private static long asWritten(Expression expression) {
        long size = 1;
        for (Expression part : ScalaInterop.list(expression.children())) {
            size += asWritten(part);
        }
        return size;
    }
}
