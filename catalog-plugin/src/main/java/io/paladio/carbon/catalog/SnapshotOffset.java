package io.paladio.carbon.catalog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** How far a stream has come: the last snapshot whose rows it has read. Says no more of the table than {@code snapshots} does. Immutable. */
public final class SnapshotOffset extends Offset {
    static final SnapshotOffset NOTHING = new SnapshotOffset(Optional.empty());

    private static final Pattern WRITTEN = Pattern.compile("\\{\"snapshot-id\":\"(-?[0-9]{1,19})?\"}");

    private final Optional<Long> snapshot;

    private SnapshotOffset(Optional<Long> snapshot) {
        this.snapshot = snapshot;
    }

    static SnapshotOffset at(long snapshot) {
        return new SnapshotOffset(Optional.of(snapshot));
    }

    /** The offset that Spark wrote down; nothing else is one. */
    static SnapshotOffset read(String json) {
        Matcher written = WRITTEN.matcher(json.strip());
        if (!written.matches()) {
            throw new IllegalStateException("a stream's offset is not as it was written");
        }
        return new SnapshotOffset(Optional.ofNullable(written.group(1)).map(Long::valueOf));
    }

    /** The last snapshot that was read; empty before the first. */
    public Optional<Long> snapshot() {
        return snapshot;
    }

    @Override
    public String json() {
        return "{\"snapshot-id\":\"" + snapshot.map(String::valueOf).orElse("") + "\"}";
    }
}
