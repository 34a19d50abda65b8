package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTarget;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.ResolvedInlineTable;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeRows;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;

/** Keeps values of a writer's own choice out of the columns whose masks could be guessed by them. Stateless. */
final class NewValues {
    private NewValues() {}

    /** Refuses the query whose rows are added to the table, column by column of the same names. */
    static void require(LogicalPlan added, TargetRows rows) {
        List<Attribute> columns = ScalaInterop.list(added.output());
        for (int place = 0; place < columns.size(); place++) {
            Optional<String> refused =
                    rows.assignable().whyNull(columns.get(place).name());
            if (refused.isPresent() && !isNothing(added, place)) {
                throw GovernedWrites.denied(rows, refused.get());
            }
        }
    }

    /** Whether every column that has to be NULL in new rows is so in those that a write adds, in whatever form the optimizer left it. */
    static boolean areKeptOut(V2WriteCommand write, GovernedTarget target) {
        if (WriteForm.storesRowsAgain(write)) {
            return true;
        }
        AssignableColumns assignable = new AssignableColumns(target);
        List<Attribute> given = ScalaInterop.list(write.query().output());
        // Rows are added by place; those of other writes go to the columns of their names.
        List<Attribute> columns =
                write instanceof RowLevelWrite ? given : ScalaInterop.list(((LogicalPlan) write.table()).output());
        for (int place = 0; place < columns.size(); place++) {
            boolean isOpen = assignable.whyNull(columns.get(place).name()).isEmpty();
            if (!isOpen && (place >= given.size() || !isNothing(write.query(), place))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the column is NULL in every row, and says so. */
    private static boolean isNothing(LogicalPlan plan, int place) {
        if (plan instanceof LocalRelation rows) {
            return ScalaInterop.list(rows.data()).stream().allMatch(row -> row.isNullAt(place));
        }
        if (plan instanceof ResolvedInlineTable table) {
            return ScalaInterop.list(table.rows()).stream()
                    .allMatch(row -> isNothing(ScalaInterop.list(row).get(place), plan));
        }
        if (plan instanceof MergeRows merge) {
            return ScalaInterop.list(merge.notMatchedInstructions()).stream()
                    .flatMap(added -> ScalaInterop.list(added.outputs()).stream())
                    .allMatch(row -> isNothing(row.apply(place), plan));
        }
        if (plan instanceof PolicyBarrier barrier && barrier.rows() != BarrierRows.SEEN) {
            // Stored values, which go into their own columns.
            return true;
        }
        if (plan instanceof Union) {
            return ScalaInterop.list(plan.children()).stream().allMatch(child -> isNothing(child, place));
        }
        if (plan instanceof Project project) {
            return isNothing(
                    (Expression) ScalaInterop.list(project.projectList()).get(place), plan);
        }
        if (plan instanceof Aggregate aggregate) {
            return isNothing(
                    (Expression)
                            ScalaInterop.list(aggregate.aggregateExpressions()).get(place),
                    plan);
        }
        // Of other nodes with several children, some make a column of columns of all of them.
        boolean handsOn = plan.children().size() == 1 || plan instanceof Join;
        return handsOn && handedOn(ScalaInterop.list(plan.output()).get(place), plan);
    }

    private static boolean isNothing(Expression value, LogicalPlan plan) {
        if (value instanceof Alias alias) {
            return isNothing(alias.child(), plan);
        }
        if (value instanceof Cast cast) {
            return isNothing(cast.child(), plan);
        }
        return value instanceof Attribute column
                ? handedOn(column, plan)
                : value instanceof Literal literal && literal.value() == null;
    }

    /** Whether a column that a node only hands on is NULL below it. */
    private static boolean handedOn(Attribute column, LogicalPlan plan) {
        for (LogicalPlan child : ScalaInterop.list(plan.children())) {
            int place = ScalaInterop.list(child.output()).stream()
                    .map(Attribute::exprId)
                    .toList()
                    .indexOf(column.exprId());
            if (place >= 0) {
                return isNothing(child, place);
            }
        }
        return false;
    }
}
