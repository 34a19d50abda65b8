package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.Flow;
import io.paladio.carbon.lineage.StatementRecord.Source;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.PlanReads.PlanRead;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.HistoryTable;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.MetadataLogEntriesTable;
import org.apache.iceberg.RefsTable;
import org.apache.iceberg.SnapshotsTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.TimestampType;

/**
 * The columns that an analysed plan reads of governed tables, for what becomes of their values: those of rows that a write changes
 * as well, which evidence counts to the write. Stateless.
 */
final class ReadColumns {
    /** In place of a column's name: what may hold values of any. */
    static final String ANY = "";

    private static final String SUMMARY = "summary";
    private static final String CHANGE_TYPE = MetadataColumns.CHANGE_TYPE.name();
    /** In a metadata table: counts, ids and times. All else holds values, or names files after them. */
    private static final Set<Class<? extends DataType>> TELLING_NOTHING =
            Set.of(LongType.class, IntegerType.class, BooleanType.class, TimestampType.class);

    private ReadColumns() {}

    /** Where the columns come from that the plan's reads give out; those of no governed table come from nowhere. */
    static Map<ExprId, Set<Source>> of(List<PlanRead> reads) {
        Map<ExprId, Set<Source>> columns = new HashMap<>();
        for (PlanRead read : reads) {
            Optional<PolicyBarrier> barrier = read.barrier();
            if (barrier.isEmpty()) {
                add(ScalaInterop.list(read.relation().output()), read, columns);
            } else if (read.raw().isPresent()) {
                add(ScalaInterop.list(barrier.get().output()), read, columns);
            }
        }
        return columns;
    }

    /** Those of views that have a policy of their own, and tags with it. */
    static Map<ExprId, Set<Source>> ofViews(LogicalPlan plan) {
        Map<ExprId, Set<Source>> columns = new HashMap<>();
        for (ViewBarrier view : ViewProof.of(plan).barriers()) {
            for (Attribute column : ScalaInterop.list(view.output())) {
                columns.put(column.exprId(), Set.of(new Source(view.table(), column.name(), Flow.IDENTITY, false)));
            }
        }
        return columns;
    }

    private static void add(List<? extends Attribute> given, PlanRead read, Map<ExprId, Set<Source>> into) {
        Optional<Securable> table = GovernedRelations.table(read.relation());
        for (Attribute column : given) {
            into.put(
                    column.exprId(),
                    table.flatMap(of -> source(of, column, read)).map(Set::of).orElse(Set.of()));
        }
    }

    private static Optional<Source> source(Securable table, Attribute column, PlanRead read) {
        if (read.metadata().isPresent()) {
            // What a restricted principal sees of a metadata table tells nothing of rows (S16).
            return Optional.empty();
        }
        Optional<Table> described = described(read);
        if (described.isEmpty() && !MetadataColumns.isMetadataColumn(column.name())) {
            return Optional.of(new Source(table, column.name(), Flow.IDENTITY, false));
        }
        boolean history = described.filter(ReadColumns::isHistory).isPresent();
        boolean tellsNothing = (history && !column.name().equals(SUMMARY))
                || column.name().equals(CHANGE_TYPE)
                || TELLING_NOTHING.stream().anyMatch(kind -> kind.isInstance(column.dataType()));
        return tellsNothing ? Optional.empty() : Optional.of(new Source(table, ANY, Flow.IDENTITY, false));
    }

    private static Optional<Table> described(PlanRead read) {
        return read.relation().table() instanceof SparkTable spark && spark.table() instanceof BaseMetadataTable
                ? Optional.of(spark.table())
                : Optional.empty();
    }

    /** When a table changed, and by what: no values of rows, but in what a snapshot's summary says of partitions. */
    private static boolean isHistory(Table metadata) {
        return metadata instanceof SnapshotsTable
                || metadata instanceof HistoryTable
                || metadata instanceof RefsTable
                || metadata instanceof MetadataLogEntriesTable;
    }
}
