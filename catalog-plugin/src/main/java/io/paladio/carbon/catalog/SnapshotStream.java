package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SnapshotUtil;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;

/**
 * Which snapshots a stream has yet to read. It has no rows: a rule makes of each batch a statement that reads the table's rows, under
 * the policies of its moment, and what no rule has taken up finds nothing to read here.
 *
 * <p>Each look loads the table as the principal, from the face and under Index's answer, so that a stream without a batch ends as
 * well where the token has expired or the grant is gone. It begins with all that the latest snapshot holds and goes on with what later
 * ones append; rows that are changed or removed end it, for they can't be told of by appending. Called by one thread, the stream's.
 */
public final class SnapshotStream implements MicroBatchStream, SupportsTriggerAvailableNow {
    /** From one look to the next: Spark asks again as soon as it has its answer, and the face and Index are asked each time. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Set<String> FOLLOWED = Set.of(DataOperations.APPEND, DataOperations.REPLACE);

    private final Securable name;
    private final Supplier<Table> loaded;
    private Optional<Long> looked = Optional.empty();
    private Optional<SnapshotOffset> last = Optional.empty();

    SnapshotStream(Securable name, Supplier<Table> loaded) {
        this.name = name;
        this.loaded = loaded;
    }

    @Override
    public Offset initialOffset() {
        return SnapshotOffset.NOTHING;
    }

    @Override
    public Offset latestOffset() {
        throw unread();
    }

    @Override
    public void prepareForTriggerAvailableNow() {
        last = Optional.of(current(loaded.get()));
    }

    @Override
    public Offset latestOffset(Offset start, ReadLimit limit) {
        SnapshotOffset from = SnapshotOffset.read(start.json());
        if (last.filter(from::equals).isPresent()) {
            return from;
        }
        pause();
        Table table = loaded.get();
        looked = Optional.of(System.nanoTime());
        return next(table, from, last.orElseGet(() -> current(table)));
    }

    /** Whoever stops the stream interrupts it. */
    private void pause() {
        long left =
                looked.map(before -> before + PAUSE_NANOS - System.nanoTime()).orElse(0L);
        try {
            TimeUnit.NANOSECONDS.sleep(left);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("the stream was stopped"));
        }
    }

    private static SnapshotOffset current(Table table) {
        return Optional.ofNullable(table.currentSnapshot())
                .map(snapshot -> SnapshotOffset.at(snapshot.snapshotId()))
                .orElse(SnapshotOffset.NOTHING);
    }

    /** How far the next batch goes; as far as the last one where nothing was appended since. */
    private SnapshotOffset next(Table table, SnapshotOffset from, SnapshotOffset target) {
        if (from.snapshot().isEmpty() || target.snapshot().isEmpty() || from.equals(target)) {
            return from.snapshot().isEmpty() ? target : from;
        }
        long behind = from.snapshot().get();
        long upTo = target.snapshot().get();
        if (!SnapshotUtil.isParentAncestorOf(table, upTo, behind)) {
            throw refusal("the snapshots since the stream's last batch are no longer all there");
        }
        boolean appended = false;
        for (Snapshot snapshot : SnapshotUtil.ancestorsBetween(upTo, behind, table::snapshot)) {
            if (!FOLLOWED.contains(snapshot.operation())) {
                throw refusal("rows of it were changed or removed, and a stream follows appended rows alone");
            }
            appended |= DataOperations.APPEND.equals(snapshot.operation());
        }
        return appended ? target : from;
    }

    @Override
    public ReadLimit getDefaultReadLimit() {
        return ReadLimit.allAvailable();
    }

    @Override
    public Offset deserializeOffset(String json) {
        return SnapshotOffset.read(json);
    }

    @Override
    public InputPartition[] planInputPartitions(Offset start, Offset end) {
        throw unread();
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        throw unread();
    }

    @Override
    public void commit(Offset end) {}

    @Override
    public void stop() {}

    @Override
    public String toString() {
        return name.toString();
    }

    private SparkRefusal unread() {
        return SparkRefusal.of(
                CarbonCondition.SEAL_BROKEN.refusal().object(name.toString()).build());
    }

    private SparkRefusal refusal(String reason) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(name.toString())
                .reason(reason)
                .remedy("Start another stream, which begins with the table as it is then.")
                .build());
    }
}
