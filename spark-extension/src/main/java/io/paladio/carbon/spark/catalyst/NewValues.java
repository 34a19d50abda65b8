package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/** Keeps values of a writer's own choice out of the columns whose masks could be guessed by them. Stateless. */
final class NewValues {
    private NewValues() {}

    /** Refuses the query whose rows are added to the table, column by column of the same names. */
    static void require(LogicalPlan added, TargetRows rows) {
        List<Attribute> columns = ScalaInterop.list(added.output());
        for (int place = 0; place < columns.size(); place++) {
            Optional<String> refused =
                    rows.assignable().whyNothing(columns.get(place).name());
            if (refused.isPresent() && !isNothing(added, place)) {
                throw GovernedWrites.denied(rows, refused.get());
            }
        }
    }

    /** Whether the column is NULL in every row, and says so. */
    private static boolean isNothing(LogicalPlan added, int place) {
        if (added instanceof LocalRelation rows) {
            return ScalaInterop.list(rows.data()).stream().allMatch(row -> row.isNullAt(place));
        }
        return added instanceof Project project
                && isNothing(
                        (Expression) ScalaInterop.list(project.projectList()).get(place), project.child());
    }

    private static boolean isNothing(Expression value, LogicalPlan below) {
        if (value instanceof Alias alias) {
            return isNothing(alias.child(), below);
        }
        if (value instanceof Cast cast) {
            return isNothing(cast.child(), below);
        }
        if (value instanceof Attribute column) {
            int place = ScalaInterop.list(below.output()).stream()
                    .map(Attribute::exprId)
                    .toList()
                    .indexOf(column.exprId());
            return place >= 0 && isNothing(below, place);
        }
        return value instanceof Literal literal && literal.value() == null;
    }
}
