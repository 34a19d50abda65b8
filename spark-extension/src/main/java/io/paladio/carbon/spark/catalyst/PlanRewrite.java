package io.paladio.carbon.spark.catalyst;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Changes nodes and expressions wherever they stand in a plan: below its root, in sub-queries, and in plans that commands hold.
 * Sees barriers, and nothing below that of a table: that is done. Immutable.
 */
public final class PlanRewrite {
    private final Function<LogicalPlan, Optional<LogicalPlan>> nodes;
    private final Function<Expression, Optional<Expression>> expressions;

    /**
     * A node or expression for which the function has an answer is replaced by it, and the answer is left alone. What is within an
     * expression comes first.
     */
    public PlanRewrite(
            Function<LogicalPlan, Optional<LogicalPlan>> nodes,
            Function<Expression, Optional<Expression>> expressions) {
        this.nodes = nodes;
        this.expressions = expressions;
    }

    /** The plan, changed; the same object where nothing was to change. */
    public LogicalPlan apply(LogicalPlan plan) {
        Optional<LogicalPlan> replaced = nodes.apply(plan);
        if (replaced.isPresent()) {
            return replaced.get();
        }
        if (plan instanceof PolicyBarrier) {
            return plan;
        }
        LogicalPlan below = below(plan);
        LogicalPlan within = (LogicalPlan) below.mapExpressions(ScalaInterop.function(this::rewritten));
        return within instanceof Command ? withHeldPlans(within) : within;
    }

    /** The plan with what is below it changed, and left as it is itself. */
    public LogicalPlan below(LogicalPlan plan) {
        return plan.mapChildren(ScalaInterop.function(this::apply));
    }

    /** The plan with its expressions changed, and its children left as they are. */
    public LogicalPlan expressions(LogicalPlan plan) {
        return (LogicalPlan) plan.mapExpressions(ScalaInterop.function(this::rewritten));
    }

    private Expression rewritten(Expression expression) {
        Expression within = expression.mapChildren(ScalaInterop.function(this::rewritten));
        return expressions
                .apply(within)
                .orElseGet(() -> within instanceof SubqueryExpression subquery ? withPlan(subquery) : within);
    }

    private Expression withPlan(SubqueryExpression subquery) {
        LogicalPlan changed = apply(subquery.plan());
        return changed == subquery.plan() ? subquery : subquery.withNewPlan(changed);
    }

    /** Commands have plans among their arguments that are no children of theirs. */
    private LogicalPlan withHeldPlans(LogicalPlan command) {
        Set<Object> children = Collections.newSetFromMap(new IdentityHashMap<>());
        children.addAll(ScalaInterop.list(command.children()));
        UnaryOperator<Object> change =
                argument -> argument instanceof LogicalPlan plan && !children.contains(plan) ? apply(plan) : argument;
        Object[] arguments = new Object[command.productArity()];
        boolean changed = false;
        for (int place = 0; place < arguments.length; place++) {
            Object argument = command.productElement(place);
            arguments[place] = change.apply(argument);
            changed |= arguments[place] != argument;
        }
        return changed ? (LogicalPlan) command.makeCopy(arguments) : command;
    }
}
