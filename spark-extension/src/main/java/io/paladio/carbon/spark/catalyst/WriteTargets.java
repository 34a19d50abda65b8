package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTable;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/** What commands write to. Stateless. */
public final class WriteTargets {
    private WriteTargets() {}

    /** The restricted table that the command would write to, if it is such a command. */
    public static Optional<GovernedTable> restricted(LogicalPlan command) {
        return target(command)
                .map(WriteTargets::withoutAliases)
                .filter(target -> target instanceof DataSourceV2Relation)
                .map(target -> ((DataSourceV2Relation) target).table())
                .filter(table -> table instanceof GovernedTable)
                .map(table -> (GovernedTable) table);
    }

    /** The relation that a command writes to, if the node is such a command. */
    static Optional<LogicalPlan> target(LogicalPlan command) {
        if (command instanceof V2WriteCommand write) {
            return Optional.of((LogicalPlan) write.table());
        }
        if (command instanceof DeleteFromTable delete) {
            return Optional.of(delete.table());
        }
        if (command instanceof UpdateTable update) {
            return Optional.of(update.table());
        }
        return command instanceof MergeIntoTable merge ? Optional.of(merge.targetTable()) : Optional.empty();
    }

    private static LogicalPlan withoutAliases(LogicalPlan plan) {
        LogicalPlan within = plan;
        while (within instanceof SubqueryAlias alias) {
            within = alias.child();
        }
        return within;
    }
}
