package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.SparkReadOptions;
import org.apache.iceberg.util.SnapshotUtil;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The snapshots whose appended rows a read is about (S15): those behind one, up to another or to the table's latest.
 *
 * <p>Iceberg answers with the rows of the files that snapshots of kind {@code append} brought, and leaves all others out: which
 * kind a snapshot is of is in {@code snapshots} for everybody. The rows are read in the table's schema of now, so that the policy
 * that was decided on is the one of what is read. Immutable.
 *
 * @param after the last snapshot that is left out
 * @param upTo the last one that counts
 */
public record AppendedRange(long after, Optional<Long> upTo) {
    /** What the options of a read are called that make a range. */
    static final Set<String> OPTIONS = Set.of(SparkReadOptions.START_SNAPSHOT_ID, SparkReadOptions.END_SNAPSHOT_ID);

    /** The range that the options of a read name; empty where they name none. */
    static Optional<AppendedRange> of(Securable table, CaseInsensitiveStringMap options) {
        Optional<String> after = Optional.ofNullable(options.get(SparkReadOptions.START_SNAPSHOT_ID));
        Optional<String> upTo = Optional.ofNullable(options.get(SparkReadOptions.END_SNAPSHOT_ID));
        if (after.isEmpty() && upTo.isEmpty()) {
            return Optional.empty();
        }
        if (after.isEmpty()) {
            throw refusal(table, "a range of snapshots has an end and no start");
        }
        return Optional.of(new AppendedRange(id(table, after.get()), upTo.map(text -> id(table, text))));
    }

    /** What the options of a read are that is about a range. */
    public static Map<String, String> options(long after, long upTo) {
        return Map.of(
                SparkReadOptions.START_SNAPSHOT_ID, Long.toString(after),
                SparkReadOptions.END_SNAPSHOT_ID, Long.toString(upTo));
    }

    /** The last snapshot of the range that the options of a read name, as far as they name one: for evidence. */
    public static Optional<Long> last(CaseInsensitiveStringMap options) {
        return Optional.ofNullable(options.get(SparkReadOptions.END_SNAPSHOT_ID))
                .flatMap(AppendedRange::number);
    }

    /** Refuses a range that is none of the table: Iceberg would say so too, while tasks are made. */
    void requireIn(Securable name, Table table) {
        Optional<Snapshot> last = upTo.map(table::snapshot).or(() -> Optional.ofNullable(table.currentSnapshot()));
        boolean known = last.filter(snapshot -> SnapshotUtil.isParentAncestorOf(table, snapshot.snapshotId(), after))
                .isPresent();
        if (!known) {
            throw refusal(name, "it has no such snapshots, one behind the other");
        }
    }

    private static long id(Securable table, String text) {
        return number(text).orElseThrow(() -> refusal(table, "what names a snapshot in a read option is no id of one"));
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.valueOf(text.strip()));
        } catch (NumberFormatException other) {
            return Optional.empty();
        }
    }

    private static SparkRefusal refusal(Securable table, String reason) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(table.toString())
                .reason(reason)
                .remedy("Look for what it has in its metadata table snapshots.")
                .build());
    }
}
