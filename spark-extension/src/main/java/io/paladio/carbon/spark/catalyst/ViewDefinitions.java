package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.views.CreateIcebergView;
import org.apache.spark.sql.execution.command.AlterViewAsCommand;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.command.RunnableCommand;

/**
 * Views keep the query, never the policy: whoever reads one is asked about anew (S13).
 *
 * <p>A view that is made of a DataFrame keeps its analysed plan. Spark exchanges the relations in it for references, and loads
 * the tables again when the view is read; so the relation goes back in where its barrier stood, or its count. A
 * persistent view that carries a policy of its own is kept with a boundary, at which its reader is asked about it. Stateless.
 */
final class ViewDefinitions {
    private ViewDefinitions() {}

    /** Whether the command defines a view. What it holds is not read by it. */
    static boolean isOne(LogicalPlan command) {
        return command instanceof CreateViewCommand
                || command instanceof AlterViewAsCommand
                || command instanceof CreateIcebergView;
    }

    /**
     * The command as it is to run: one that keeps the plan of its query gets that with the relations that it names, and no
     * barrier. Spark checks a command's sub-queries one by one, as if each were a statement; so until it runs it is governed.
     */
    static Optional<RunnableCommand> runnable(LogicalPlan plan) {
        return plan instanceof CreateViewCommand view && view.originalText().isEmpty()
                ? Optional.of((RunnableCommand) ungoverned(view))
                : Optional.empty();
    }

    private static LogicalPlan ungoverned(LogicalPlan command) {
        Object[] arguments = new Object[command.productArity()];
        for (int place = 0; place < arguments.length; place++) {
            Object argument = command.productElement(place);
            arguments[place] = argument instanceof LogicalPlan plan ? unwrapped(plan) : argument;
        }
        return (LogicalPlan) command.makeCopy(arguments);
    }

    private static LogicalPlan unwrapped(LogicalPlan plan) {
        if (plan instanceof PolicyBarrier barrier) {
            return barrier.relation();
        }
        if (plan instanceof ViewBarrier barrier) {
            return barrier.boundary(ViewDefinitions::unwrapped);
        }
        if (plan instanceof ShadowRows counted) {
            return counted.child();
        }
        LogicalPlan below = plan.mapChildren(ScalaInterop.function(ViewDefinitions::unwrapped));
        return (LogicalPlan) below.transformExpressions(ScalaInterop.<Expression, Expression>rewriting(
                expression -> expression instanceof SubqueryExpression subquery
                        ? Optional.of(subquery.withNewPlan(unwrapped(subquery.plan())))
                        : Optional.empty()));
    }
}
