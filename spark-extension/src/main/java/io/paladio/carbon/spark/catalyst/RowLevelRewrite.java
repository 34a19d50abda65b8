package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.ResolveRowLevelCommandAssignments$;
import org.apache.spark.sql.catalyst.analysis.RewriteDeleteFromTable$;
import org.apache.spark.sql.catalyst.analysis.RewriteMergeIntoTable$;
import org.apache.spark.sql.catalyst.analysis.RewriteUpdateTable$;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceData;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.plans.logical.WriteDelta;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;

/**
 * UPDATE, DELETE and MERGE in their governed form: rewritten by Spark's own rules, with every read of the target exchanged for the
 * barrier that belongs there. Used by one thread, once.
 */
final class RowLevelRewrite {
    private static final Expression TRUE = Literal$.MODULE$.TrueLiteral();
    private static final String IS_CHANGED = "__row_is_changed";

    private final DataSourceV2Relation seen;
    private final DataSourceV2Relation whole;
    private final TargetRows rows;
    private final ChangedColumns columns;

    RowLevelRewrite(DataSourceV2Relation seen, DataSourceV2Relation whole, TargetRows rows) {
        this.seen = seen;
        this.whole = whole;
        this.rows = rows;
        this.columns = new ChangedColumns(seen, whole, rows);
    }

    LogicalPlan of(LogicalPlan command) {
        if (command instanceof DeleteFromTable delete) {
            return deleted(delete.condition());
        }
        if (command instanceof UpdateTable update) {
            return updated(update);
        }
        return merged((MergeIntoTable) command);
    }

    private LogicalPlan deleted(Expression condition) {
        LogicalPlan rewritten = RewriteDeleteFromTable$.MODULE$.apply(new DeleteFromTable(whole, condition));
        return finished(rewritten, new Reads(rows::changed, pruning(condition)), row -> row);
    }

    private LogicalPlan updated(UpdateTable update) {
        Expression condition = ScalaInterop.optional(update.condition()).orElse(TRUE);
        LogicalPlan rewritten = updated(update, condition);
        ReadOfTarget read = rows::changed;
        if (rewritten instanceof ReplaceData) {
            // The condition is asked once a row, before anything is computed of it: Spark would ask it anew for each
            // column, and read the files a third time for one with a sub-query.
            Alias changed = alias(new EqualNullSafe(condition, TRUE), IS_CHANGED);
            rewritten = updated(update, attribute(changed));
            read = relation -> with(rows.changed(relation), changed);
        }
        return finished(rewritten, new Reads(read, pruning(condition)), rows.filter()::checkedOperations);
    }

    private LogicalPlan updated(UpdateTable update, Expression condition) {
        UpdateTable whole =
                new UpdateTable(this.whole, columns.assigned(update.assignments()), scala.Option.apply(condition));
        return RewriteUpdateTable$.MODULE$.apply(ResolveRowLevelCommandAssignments$.MODULE$.apply(whole));
    }

    private LogicalPlan merged(MergeIntoTable merge) {
        LogicalPlan aligned = ResolveRowLevelCommandAssignments$.MODULE$.apply(columns.assigned(merge));
        LogicalPlan rewritten = RewriteMergeIntoTable$.MODULE$.apply(aligned);
        if (rewritten instanceof AppendData append) {
            return inserted(append);
        }
        Expression pruning = prunes(merge, rewritten) ? merge.mergeCondition() : TRUE;
        return finished(rewritten, new Reads(rows::changed, pruning(pruning)), rows.filter()::checkedOperations);
    }

    /**
     * Whether files may be passed over by the condition. Where new rows are written and files are replaced, a snapshot would tell
     * whether any was: it appends, or it overwrites.
     */
    private static boolean prunes(MergeIntoTable merge, LogicalPlan rewritten) {
        return merge.notMatchedBySourceActions().isEmpty()
                && (rewritten instanceof WriteDelta || merge.notMatchedActions().isEmpty());
    }

    /** A MERGE that inserts alone reads its target as a query does. */
    private LogicalPlan inserted(AppendData append) {
        LogicalPlan query = replaced(append.query(), whole, relation -> rows.seen());
        return new AppendData(
                append.table(),
                rows.filter().checked(query),
                append.writeOptions(),
                append.isByName(),
                scala.Option.empty(),
                scala.Option.empty());
    }

    private LogicalPlan finished(LogicalPlan rewritten, Reads reads, Checked checked) {
        if (rewritten instanceof WriteDelta delta) {
            LogicalPlan query = replaced(delta.query(), relation(delta.table()), reads.read());
            return new WriteDelta(
                    delta.table(),
                    TRUE,
                    checked.rows(query),
                    delta.originalTable(),
                    delta.projections(),
                    scala.Option.empty());
        }
        if (rewritten instanceof ReplaceData replace) {
            return replacing(replace, reads, checked);
        }
        throw GovernedWrites.denied(rows, "Spark does not change rows of this table one by one");
    }

    private LogicalPlan replacing(ReplaceData replace, Reads reads, Checked checked) {
        DataSourceV2Relation read = ReadRelation.in(replace.query(), relation(replace.table()))
                .orElseThrow(() -> GovernedWrites.denied(rows, "Spark does not read what it replaces"));
        LogicalPlan changed = checked.rows(replaced(replace.query(), read, reads.read()));
        LogicalPlan query = rows.kept(read)
                .<LogicalPlan>map(kept -> new Union(ScalaInterop.seq(List.of(changed, kept)), false, false))
                .orElse(changed);
        return new ReplaceData(
                replace.table(),
                reads.pruning(),
                query,
                replace.originalTable(),
                replace.projections(),
                scala.Option.empty(),
                scala.Option.empty());
    }

    /** Which files need not be looked at: those where no row is visible, or none fulfils what can tell nothing else. */
    private Expression pruning(Expression condition) {
        List<Expression> all = new ArrayList<>();
        rows.filter().on(ScalaInterop.list(whole.output())).ifPresent(all::add);
        all.addAll(columns.leakproof(condition));
        return all.stream()
                .reduce(org.apache.spark.sql.catalyst.expressions.And::new)
                .orElse(TRUE);
    }

    /** The query with each read of the target exchanged, and the columns that the statement refers to let through. */
    private LogicalPlan replaced(LogicalPlan query, DataSourceV2Relation target, ReadOfTarget read) {
        return new ReadRelation(target, ScalaInterop.list(seen.output())).replaced(query, read::of);
    }

    private static DataSourceV2Relation relation(Object table) {
        return (DataSourceV2Relation) table;
    }

    private static LogicalPlan with(LogicalPlan rows, Alias column) {
        List<NamedExpression> all = new ArrayList<>(ScalaInterop.list(rows.output()));
        all.add(column);
        return new Project(ScalaInterop.seq(all), rows);
    }

    private static Alias alias(Expression value, String name) {
        return new Alias(
                value,
                name,
                NamedExpression$.MODULE$.newExprId(),
                ScalaInterop.seq(List.of()),
                scala.Option.empty(),
                ScalaInterop.seq(List.of()));
    }

    private static Attribute attribute(Alias alias) {
        return new AttributeReference(
                alias.name(),
                DataTypes.BooleanType,
                false,
                Metadata.empty(),
                alias.exprId(),
                ScalaInterop.seq(List.of()));
    }

    /** How the target is read, and which of its files are. */
    private record Reads(ReadOfTarget read, Expression pruning) {}

    @FunctionalInterface
    private interface ReadOfTarget {
        LogicalPlan of(DataSourceV2Relation relation);
    }

    @FunctionalInterface
    private interface Checked {
        LogicalPlan rows(LogicalPlan rows);
    }
}
