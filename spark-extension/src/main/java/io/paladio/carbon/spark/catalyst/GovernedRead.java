package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.ExprId;

/**
 * One governed table, or view with a policy of its own, as a plan reads it: where it stands, what was decided about it, and what comes out.
 *
 * @param decision what was decided for the plan's principal; restricted reads stand under a barrier
 * @param snapshotId the Iceberg snapshot that is read; empty for a table without any, and for a view
 * @param location where the table lies: for lineage's symlink only, never for a message
 * @param columns what the rest of the plan sees, in order
 */
public record GovernedRead(
        Securable table,
        Decision decision,
        Optional<Long> snapshotId,
        Optional<String> location,
        List<Column> columns) {
    public GovernedRead {
        columns = List.copyOf(columns);
    }

    /**
     * One output column.
     *
     * @param id the expression id under which the plan above refers to it
     * @param name the column's name in the table
     * @param masked whether the principal sees a mask in its place
     */
    public record Column(ExprId id, String name, boolean masked) {}
}
