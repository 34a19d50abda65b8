package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.catalog.StreamStamp;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.mask.MaskSecrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Puts a write to a restricted principal's table into its governed form (S12), or refuses it.
 *
 * <p>The statement's own expressions keep the ids by which they were resolved. A barrier above the rows that are read of the
 * target gives out masked values under these, and the stored values under ids that are made here, which nothing of the statement
 * can name; Spark's rewriting of row-level commands is given the latter. What a statement computes is thus computed of visible,
 * masked rows alone, and what it leaves alone is stored as it was. The forms:
 *
 * <ul>
 *   <li>INSERT: {@code AppendData(CheckedRows(query))}
 *   <li>merge-on-read: {@code WriteDelta(CheckedRows(rewritten(barrier CHANGED)))}
 *   <li>copy-on-write: {@code ReplaceData(Union(CheckedRows(rewritten(barrier CHANGED)), barrier KEPT))}
 *   <li>MERGE that inserts alone: {@code AppendData(CheckedRows(anti join with barrier SEEN))}
 * </ul>
 *
 * <p>{@link WriteProof} holds every plan against them. Stateless.
 */
public final class GovernedWrites {
    private GovernedWrites() {}

    /** The command in its governed form; empty where Spark has not resolved it, and will say why. */
    public static Optional<LogicalPlan> governed(LogicalPlan command, GovernedTable table, MaskSecrets secrets) {
        DataSourceV2Relation seen = WriteTargets.relation(command).orElseThrow();
        requireSupported(command, seen, table);
        if (!command.resolved()) {
            return Optional.empty();
        }
        TargetRows rows = new TargetRows(seen, table, secrets);
        DataSourceV2Relation whole = rows.whole();
        if (command instanceof AppendData append) {
            return Optional.of(appended(append, whole, rows));
        }
        return Optional.of(new RowLevelRewrite(seen, whole, rows).of(command));
    }

    private static void requireSupported(LogicalPlan command, DataSourceV2Relation seen, GovernedTable table) {
        boolean byRow = command instanceof AppendData
                || command instanceof DeleteFromTable
                || command instanceof UpdateTable
                || command instanceof MergeIntoTable;
        if (!byRow) {
            throw denied(table, "rows that the principal can't see would be replaced");
        }
        table.unwritable().ifPresent(reason -> {
            throw denied(table, reason);
        });
        List<String> path = table.securable().path();
        boolean named = ScalaInterop.optional(seen.identifier())
                .filter(identifier -> identifier.name().equals(path.get(path.size() - 1)))
                .isPresent();
        if (!named) {
            throw denied(table, "a branch or an older state of a table is named");
        }
        boolean plain = seen.options().isEmpty()
                && !(command instanceof AppendData append
                        && append.writeOptions().nonEmpty()
                        && !StreamStamp.isAllOf(
                                ScalaInterop.set(append.writeOptions().keySet())));
        if (!plain) {
            throw denied(table, "options of a write are not on the list of what is supported");
        }
        if (command instanceof MergeIntoTable merge && merge.withSchemaEvolution()) {
            throw denied(table, "it would change the table's columns");
        }
    }

    private static LogicalPlan appended(AppendData append, DataSourceV2Relation whole, TargetRows rows) {
        StoredMasks.require(append, rows);
        NewValues.require(append.query(), rows);
        return new AppendData(
                whole,
                rows.filter().checked(complete(append.query(), whole, rows)),
                append.writeOptions(),
                append.isByName(),
                scala.Option.empty(),
                scala.Option.empty());
    }

    /** The query's columns, and nothing in those that the principal may not refer to. */
    private static LogicalPlan complete(LogicalPlan query, DataSourceV2Relation whole, TargetRows rows) {
        List<Attribute> given = ScalaInterop.list(query.output());
        List<AttributeReference> wanted = ScalaInterop.list(whole.output());
        if (given.size() == wanted.size()) {
            return query;
        }
        List<NamedExpression> columns = new ArrayList<>();
        int next = 0;
        for (AttributeReference column : wanted) {
            if (next < given.size() && given.get(next).name().equals(column.name())) {
                columns.add(given.get(next));
                next++;
            } else if (column.nullable()) {
                columns.add(nothing(column));
            } else {
                throw denied(rows, "a column that the principal may not refer to needs a value");
            }
        }
        return new Project(ScalaInterop.seq(columns), query);
    }

    private static Alias nothing(AttributeReference column) {
        return PolicyWrap.reissued(
                (AttributeReference) column.newInstance(), CatalystLiterals.nothing(column.dataType()));
    }

    static SparkRefusal denied(TargetRows rows, String reason) {
        return denied(
                rows.policy().table().toString(), rows.policy().principal().name(), reason);
    }

    private static SparkRefusal denied(GovernedTable table, String reason) {
        return denied(table.securable().toString(), table.policy().principal().name(), reason);
    }

    private static SparkRefusal denied(String table, String principal, String reason) {
        return SparkRefusal.of(CarbonCondition.WRITE_DENIED
                .refusal()
                .object(table)
                .principal(principal)
                .reason(reason)
                .build());
    }
}
