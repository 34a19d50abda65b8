package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTarget;
import io.paladio.carbon.policy.TableSchema;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.util.RowDeltaUtils;
import org.apache.spark.sql.types.DataTypes;

/**
 * The writer's filter on whatever holds a table's columns: what is read of it, and what is to be written. Compiled anew each time it
 * is asked for, so that whoever proves a plan holds it against the policy, and not against what the plan says of itself. Immutable.
 */
record TargetFilter(GovernedTarget target) {
    /** The filter on columns as they are stored, where the policy has one. What follows the table's own columns is left aside. */
    Optional<Expression> on(List<AttributeReference> stored) {
        return target.policy()
                .rowFilter()
                .map(filter -> new ExpressionCompiler(fields(stored)).compile(filter.condition()));
    }

    /** The rows to be written, each held against the filter; as they are where there is none. */
    LogicalPlan checked(LogicalPlan rows) {
        return on(columns(rows, 0))
                .<LogicalPlan>map(filter -> new CheckedRows(target.policy(), filter, rows))
                .orElse(rows);
    }

    /** The rows of a row-level operation, which say first what becomes of each; what is deleted is not held against anything. */
    LogicalPlan checkedOperations(LogicalPlan rows) {
        return on(columns(rows, 1))
                .<LogicalPlan>map(filter -> new CheckedRows(target.policy(), new Or(isDeleted(rows), filter), rows))
                .orElse(rows);
    }

    /** The table's own columns, by their places. */
    FieldBinding fields(List<AttributeReference> columns) {
        int width = Math.min(columns.size(), schema().columns().size());
        return FieldBinding.of(target.policy(), schema(), columns.subList(0, width));
    }

    private static Expression isDeleted(LogicalPlan rows) {
        return new EqualTo(
                ScalaInterop.list(rows.output()).get(0),
                new Literal(RowDeltaUtils.DELETE_OPERATION(), DataTypes.IntegerType));
    }

    private static List<AttributeReference> columns(LogicalPlan rows, int from) {
        return ScalaInterop.list(rows.output()).stream()
                .skip(from)
                .map(AttributeReference.class::cast)
                .toList();
    }

    private TableSchema schema() {
        return target.inner().governedSchema();
    }
}
