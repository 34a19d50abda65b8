package io.paladio.carbon.spark.catalyst;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.Sort;

/** Rows as Spark places them for a writer: dealt out, sorted, with columns in another order. Stateless. */
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

    private static boolean places(LogicalPlan plan) {
        return plan instanceof Sort
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
