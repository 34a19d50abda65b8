package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Where Spark's rewriting of a row-level command reads the command's target: told by the table object, which the rewriting made.
 * Immutable.
 */
final class ReadRelation {
    private final DataSourceV2Relation target;
    private final List<? extends Attribute> seen;

    /** Reads of the target, by whose columns {@code seen} the statement refers to them. */
    ReadRelation(DataSourceV2Relation target, List<? extends Attribute> seen) {
        this.target = target;
        this.seen = seen;
    }

    /** The first read of the target in the plan. */
    static Optional<DataSourceV2Relation> in(LogicalPlan plan, DataSourceV2Relation target) {
        if (plan instanceof DataSourceV2Relation relation && relation.table() == target.table()) {
            return Optional.of(relation);
        }
        return ScalaInterop.list(plan.children()).stream()
                .flatMap(child -> in(child, target).stream())
                .findFirst();
    }

    /** The plan with each read exchanged. */
    LogicalPlan replaced(LogicalPlan plan, Function<DataSourceV2Relation, LogicalPlan> read) {
        if (plan instanceof DataSourceV2Relation relation && relation.table() == target.table()) {
            return read.apply(relation);
        }
        LogicalPlan within = plan.mapChildren(ScalaInterop.function(child -> replaced(child, read)));
        return plan instanceof Project project && isMarking(project) ? withSeen((Project) within) : within;
    }

    /** Whether the node marks the target's rows for a join with those of MERGE's source, and lets nothing else through. */
    private boolean isMarking(Project project) {
        LogicalPlan below = project.child() instanceof Filter filter ? filter.child() : project.child();
        boolean reads = below instanceof DataSourceV2Relation relation && relation.table() == target.table();
        return reads
                && ScalaInterop.list(project.projectList()).stream()
                        .anyMatch(column -> column.name().equals("__row_from_target"));
    }

    private Project withSeen(Project project) {
        List<NamedExpression> columns = new ArrayList<>(ScalaInterop.list(project.projectList()));
        columns.addAll(seen);
        return new Project(ScalaInterop.seq(columns), project.child());
    }
}
