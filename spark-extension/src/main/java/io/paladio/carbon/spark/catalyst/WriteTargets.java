package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.catalog.GovernedTarget;
import io.paladio.carbon.policy.EffectivePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/** What commands write to. Stateless. */
public final class WriteTargets {
    private WriteTargets() {}

    /** The restricted table that the command would write to, if it is such a command. */
    public static Optional<GovernedTable> restricted(LogicalPlan command) {
        return relation(command)
                .map(DataSourceV2Relation::table)
                .filter(table -> table instanceof GovernedTable)
                .map(table -> (GovernedTable) table);
    }

    /** What restricts the principal on a table that the command would change through a view, whose query is governed by now. */
    public static Optional<EffectivePolicy> behindView(LogicalPlan command) {
        return target(command)
                .filter(target -> !(withoutAliases(target) instanceof DataSourceV2Relation))
                .flatMap(target -> ViewProof.of(target).pending().stream()
                        .findFirst()
                        .or(() -> PlanReads.barriers(target).stream()
                                .map(Barrier::policy)
                                .findFirst()));
    }

    /** The relation that the command writes to, without the names that the statement gave it. */
    static Optional<DataSourceV2Relation> relation(LogicalPlan command) {
        return target(command)
                .map(WriteTargets::withoutAliases)
                .filter(target -> target instanceof DataSourceV2Relation)
                .map(target -> (DataSourceV2Relation) target);
    }

    /** The restricted table behind the relation of a write in its governed form. */
    static Optional<GovernedTarget> governed(DataSourceV2Relation relation) {
        Table table = relation.table() instanceof RowLevelOperationTable operation
                ? (Table) operation.table()
                : relation.table();
        return table instanceof GovernedTarget target ? Optional.of(target) : Optional.empty();
    }

    /** What a command holds of the table that it writes to, and does not read. */
    static List<LogicalPlan> relations(LogicalPlan command) {
        List<LogicalPlan> relations = new ArrayList<>();
        target(command).ifPresent(relations::add);
        if (command instanceof RowLevelWrite write) {
            relations.add((LogicalPlan) write.originalTable());
        }
        return relations;
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

    /** The command with what it reads beside its target changed. */
    public static LogicalPlan withSources(LogicalPlan command, UnaryOperator<LogicalPlan> change) {
        if (command instanceof V2WriteCommand write) {
            return (LogicalPlan) write.withNewQuery(change.apply(write.query()));
        }
        if (command instanceof MergeIntoTable merge) {
            return new MergeIntoTable(
                    merge.targetTable(),
                    change.apply(merge.sourceTable()),
                    merge.mergeCondition(),
                    merge.matchedActions(),
                    merge.notMatchedActions(),
                    merge.notMatchedBySourceActions(),
                    merge.withSchemaEvolution());
        }
        return command;
    }

    private static LogicalPlan withoutAliases(LogicalPlan plan) {
        LogicalPlan within = plan;
        while (within instanceof SubqueryAlias alias) {
            within = alias.child();
        }
        return within;
    }
}
