package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.Sort;

/** Rows as Spark places them for a writer: dealt out, and sorted. Stateless. */
final class PlacedRows {
    private PlacedRows() {}

    /** The rows before they were placed. */
    static LogicalPlan unplaced(LogicalPlan plan) {
        LogicalPlan rows = plan;
        while (places(rows)) {
            rows = rows.children().head();
        }
        return rows;
    }

    /**
     * Whether the columns of the rows come out whole and in their order, after as many others as {@code first} says: no rule put
     * one in the place of another, or a constant.
     */
    static boolean isInOrder(LogicalPlan plan, int first) {
        List<Optional<ExprId>> placed = columns(plan);
        return placed.size() >= first && placed.subList(first, placed.size()).equals(given(unplaced(plan)));
    }

    private static List<Optional<ExprId>> columns(LogicalPlan plan) {
        if (!places(plan)) {
            return given(plan);
        }
        LogicalPlan below = plan.children().head();
        List<Optional<ExprId>> columns = columns(below);
        return plan instanceof Project project ? projected(project, given(below), columns) : columns;
    }

    private static List<Optional<ExprId>> projected(
            Project project, List<Optional<ExprId>> given, List<Optional<ExprId>> columns) {
        return ScalaInterop.list(project.projectList()).stream()
                .map(PlacedRows::referred)
                .map(given::indexOf)
                .map(place -> place < 0 ? Optional.<ExprId>empty() : columns.get(place))
                .toList();
    }

    private static Optional<ExprId> referred(NamedExpression column) {
        Object value = column instanceof Alias alias ? alias.child() : column;
        return value instanceof Attribute attribute ? Optional.of(attribute.exprId()) : Optional.empty();
    }

    private static List<Optional<ExprId>> given(LogicalPlan plan) {
        return ScalaInterop.list(plan.output()).stream()
                .map(column -> Optional.of(column.exprId()))
                .toList();
    }

    /** Whether the optimizer found that there are no rows. */
    static boolean areNone(LogicalPlan plan) {
        LogicalPlan rows = unplaced(plan);
        if (rows instanceof CheckedRows checked) {
            return areNone(checked.child());
        }
        return rows instanceof LocalRelation local && local.data().isEmpty();
    }

    private static boolean places(LogicalPlan plan) {
        return plan instanceof Sort
                || plan instanceof OwedRows
                || plan instanceof RepartitionByExpression
                || plan instanceof RebalancePartitions
                || plan instanceof Project project
                        && ScalaInterop.list(project.projectList()).stream().allMatch(PlacedRows::isPlain);
    }

    private static boolean isPlain(NamedExpression column) {
        return column instanceof Attribute
                || column instanceof Alias alias
                        && (alias.child() instanceof Attribute || alias.child() instanceof Literal);
    }
}
