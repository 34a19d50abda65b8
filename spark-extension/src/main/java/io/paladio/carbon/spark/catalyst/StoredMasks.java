package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.OutputColumn;
import java.util.Set;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Keeps masked values from being stored in the columns that they mask: a table that is filled from itself would lose what it holds.
 * Where a masked column's new values come from any masked column of the same table, or nobody can tell where from, the write is
 * refused. Stateless.
 */
final class StoredMasks {
    private StoredMasks() {}

    /** Refuses the plan whose result fills columns of the table, by their names. */
    static void require(LogicalPlan filling, TargetRows rows) {
        Set<String> masked = rows.masked();
        if (masked.isEmpty() || !readsMasked(filling, rows)) {
            return;
        }
        ColumnFlow flow = ColumnLineage.of(filling, GovernedReads.of(filling));
        boolean own = flow.outputs().stream()
                .filter(column -> masked.contains(column.name()))
                .anyMatch(column -> holdsMasked(column, rows));
        if (own || !flow.complete()) {
            throw GovernedWrites.denied(rows, "masked values would be stored in the columns that they mask");
        }
    }

    private static boolean readsMasked(LogicalPlan plan, TargetRows rows) {
        return PlanReads.barriers(plan).stream()
                .anyMatch(barrier -> barrier.table().equals(rows.policy().table()));
    }

    private static boolean holdsMasked(OutputColumn column, TargetRows rows) {
        return column.sources().stream()
                .anyMatch(source -> source.masked()
                        && source.flow().isDirect()
                        && source.table().equals(rows.policy().table()));
    }
}
