package io.paladio.carbon.spark.catalyst;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.spark.SparkReadOptions;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.jspecify.annotations.Nullable;

/** Into how many parts the files of a table are cut when it is read, as a statement or whoever owns the table says. Stateless. */
public final class SplitSizes {
    /** In bytes. What is larger makes no more parts than a table of that many bytes is cut into anyway. */
    private static final long ORDINARY = 1L << 20;

    private SplitSizes() {}

    /** How many parts all files of a snapshot make at most; zero where nobody asks for parts that are small, or says no number. */
    public static long parts(DataSourceV2Relation relation) {
        Table table = relation.table() instanceof RowLevelOperationTable operation
                ? (Table) operation.table()
                : relation.table();
        return table instanceof SparkTable iceberg
                ? smallest(
                                relation.options().get(SparkReadOptions.SPLIT_SIZE),
                                iceberg.table().properties())
                        .filter(size -> size < ORDINARY)
                        .map(size -> bytes(iceberg) / Math.max(1, size))
                        .orElse(0L)
                : 0;
    }

    private static long bytes(SparkTable table) {
        return StreamSupport.stream(table.table().snapshots().spliterator(), false)
                .mapToLong(SplitSizes::bytes)
                .max()
                .orElse(0);
    }

    /** Whatever wrote the snapshot need not say; then nothing is known of it. */
    private static long bytes(Snapshot snapshot) {
        return Optional.ofNullable(snapshot.summary())
                .map(summary -> summary.get(SnapshotSummary.TOTAL_FILE_SIZE_PROP))
                .flatMap(text -> number(text).findFirst())
                .orElse(Long.MAX_VALUE);
    }

    private static Optional<Long> smallest(@Nullable String option, Map<String, String> properties) {
        return Stream.of(Optional.ofNullable(option), Optional.ofNullable(properties.get(TableProperties.SPLIT_SIZE)))
                .flatMap(Optional::stream)
                .flatMap(SplitSizes::number)
                .min(Long::compare);
    }

    private static Stream<Long> number(String text) {
        try {
            return Stream.of(Long.parseLong(text));
        } catch (NumberFormatException none) {
            // Iceberg will say so.
            return Stream.empty();
        }
    }
}
