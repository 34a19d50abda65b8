package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.OwedTags;
import io.paladio.carbon.catalog.OwingDeltaWrite;
import io.paladio.carbon.catalog.OwingWrite;
import io.paladio.carbon.catalog.StatementTable;
import io.paladio.carbon.index.Obligations;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.OverwritePartitionsDynamic;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceData;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WriteDelta;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.Option;

/**
 * Gives the write of rows with a mark a commit that Index is told of first. Done when a command is planned: until then the optimizer
 * makes and places the write. A command of a kind that is not known here has none. Stateless.
 */
final class OwingCommands {
    private OwingCommands() {}

    /** The command with such a commit; empty where it is no write, owes nothing, or has it by now. */
    static Optional<LogicalPlan> of(LogicalPlan plan, Function<Obligations, OwedTags> owing) {
        if (!(plan instanceof V2WriteCommand write)) {
            return Optional.empty();
        }
        Optional<OwedTags> owed = OwedRows.in(write.query()).map(rows -> owing.apply(rows.owed()));
        if (owed.isPresent()
                && write.table() instanceof DataSourceV2Relation relation
                && relation.table() instanceof StatementTable staged) {
            staged.owes(owed.get());
            return Optional.empty();
        }
        return owed.flatMap(tags -> with(write, tags));
    }

    private static Optional<LogicalPlan> with(V2WriteCommand command, OwedTags owed) {
        if (command instanceof AppendData append) {
            return write(append.write(), owed)
                    .map(write -> append.copy(
                            append.table(),
                            append.query(),
                            append.writeOptions(),
                            append.isByName(),
                            write,
                            append.analyzedQuery()));
        }
        boolean byRow = command instanceof ReplaceData || command instanceof WriteDelta;
        return byRow ? rowLevel(command, owed) : overwriting(command, owed);
    }

    private static Optional<LogicalPlan> overwriting(V2WriteCommand command, OwedTags owed) {
        if (command instanceof OverwriteByExpression overwrite) {
            return write(overwrite.write(), owed)
                    .map(write -> overwrite.copy(
                            overwrite.table(),
                            overwrite.deleteExpr(),
                            overwrite.query(),
                            overwrite.writeOptions(),
                            overwrite.isByName(),
                            write,
                            overwrite.analyzedQuery()));
        }
        if (command instanceof OverwritePartitionsDynamic overwrite) {
            return write(overwrite.write(), owed)
                    .map(write -> overwrite.copy(
                            overwrite.table(),
                            overwrite.query(),
                            overwrite.writeOptions(),
                            overwrite.isByName(),
                            write));
        }
        throw new IllegalStateException("what writes rows that owe something is not known");
    }

    private static Optional<LogicalPlan> rowLevel(V2WriteCommand command, OwedTags owed) {
        if (command instanceof ReplaceData replace) {
            return write(replace.write(), owed)
                    .map(write -> replace.copy(
                            replace.table(),
                            replace.condition(),
                            replace.query(),
                            replace.originalTable(),
                            replace.projections(),
                            replace.groupFilterCondition(),
                            write));
        }
        WriteDelta delta = (WriteDelta) command;
        return ScalaInterop.optional(delta.write())
                .filter(write -> !(write instanceof OwingDeltaWrite))
                .map(write -> delta.copy(
                        delta.table(),
                        delta.condition(),
                        delta.query(),
                        delta.originalTable(),
                        delta.projections(),
                        Option.apply(new OwingDeltaWrite(write, owed))));
    }

    private static Optional<Option<Write>> write(Option<Write> made, OwedTags owed) {
        return ScalaInterop.optional(made)
                .filter(write -> !(write instanceof OwingWrite))
                .map(write -> Option.apply((Write) new OwingWrite(write, owed)));
    }
}
