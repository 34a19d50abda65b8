package io.paladio.carbon.catalog;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.HistoryTable;
import org.apache.iceberg.MetadataLogEntriesTable;
import org.apache.iceberg.RefsTable;
import org.apache.iceberg.SnapshotsTable;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * The metadata tables that a restricted principal may read (S16): when a table changed and by what kind of operation, never how
 * much or where. Of each the columns that are shown; every other one, those of a newer Iceberg included, is NULL.
 */
enum OpenMetadata {
    SNAPSHOTS(SnapshotsTable.class, Set.of("committed_at", "snapshot_id", "parent_id", "operation", "summary")),
    HISTORY(HistoryTable.class, Set.of("made_current_at", "snapshot_id", "parent_id", "is_current_ancestor")),
    REFS(
            RefsTable.class,
            Set.of(
                    "name",
                    "type",
                    "snapshot_id",
                    "max_reference_age_in_ms",
                    "min_snapshots_to_keep",
                    "max_snapshot_age_in_ms")),
    METADATA_LOG_ENTRIES(
            MetadataLogEntriesTable.class,
            Set.of("timestamp", "latest_snapshot_id", "latest_schema_id", "latest_sequence_number"));

    /** What a snapshot's summary may tell: who wrote it. All else counts rows, files, bytes or partitions, or may do so. */
    private static final Set<String> SUMMARY_ENTRIES = Set.of("engine-name", "engine-version", "iceberg-version");

    private final Class<? extends BaseMetadataTable> table;
    private final Set<String> columns;

    OpenMetadata(Class<? extends BaseMetadataTable> table, Set<String> columns) {
        this.table = table;
        this.columns = columns;
    }

    /** Which of them a table is; empty for every other table. */
    static Optional<OpenMetadata> of(Table table) {
        return Arrays.stream(values())
                .filter(open -> open.table == table.getClass())
                .findFirst();
    }

    /** Whether the column is shown. */
    boolean shows(String column) {
        return columns.contains(column);
    }

    /**
     * What is told of a shown value. Rows go by {@code delete} where whole files go and by {@code overwrite} where other rows of theirs
     * stay: which of the two it was would tell whether hidden rows lie beside those that went.
     */
    static @Nullable Object told(String column, @Nullable Object value) {
        return column.equals("operation") && DataOperations.DELETE.equals(value) ? DataOperations.OVERWRITE : value;
    }

    /** Whether an entry of a map in a shown column is shown. */
    static boolean showsEntry(String key) {
        return SUMMARY_ENTRIES.contains(key);
    }
}
