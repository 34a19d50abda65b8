package io.paladio.carbon.catalog;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Which batch of which stream a snapshot holds: written into its summary, so that a batch is stored once, though a stream that ended
 * between a commit and its own note of it runs the batch again. Immutable.
 */
public record StreamStamp(String query, long batch) {
    /** What Iceberg's write options put into a summary begin with this. */
    private static final String OPTION = "snapshot-property.";

    // Spark hands on options in lower case.
    private static final String QUERY = "carbon.stream.query";
    private static final String BATCH = "carbon.stream.batch";

    /** The options of a write that stamp its snapshot. */
    public Map<String, String> options() {
        return Map.of(OPTION + QUERY, query, OPTION + BATCH, Long.toString(batch));
    }

    /** Whether the options of a write are a stamp, and no more. */
    public static boolean isAllOf(Set<String> options) {
        return options.equals(new StreamStamp("", 0).options().keySet());
    }

    /** Whether the batch, or a later one of the stream, is stored in the table that a catalog served. */
    public boolean isIn(org.apache.spark.sql.connector.catalog.Table table) {
        return StreamedTable.iceberg(table).filter(this::isStored).isPresent();
    }

    private boolean isStored(Table table) {
        for (Snapshot snapshot : SnapshotUtil.currentAncestors(table)) {
            if (query.equals(snapshot.summary().get(QUERY))) {
                return stored(snapshot).filter(done -> done >= batch).isPresent();
            }
        }
        return false;
    }

    private static Optional<Long> stored(Snapshot snapshot) {
        return Optional.ofNullable(snapshot.summary().get(BATCH)).map(Long::valueOf);
    }
}
