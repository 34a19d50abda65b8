package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;

/**
 * What the face restricted of the tables that one session loaded: Iceberg's table objects don't carry it, so it is noted beside
 * them.
 *
 * <p>A load belongs to the thread that it runs on. Every other answer about a table (Iceberg looks at one again, or for more of
 * its snapshots) must restrict what its last load did: else the table would be read under what no longer holds. Answers to
 * writes are no reads, and are not looked at. Thread-safe.
 */
final class TableLoads {
    private static final int MOST_TABLES = 10_000;

    private final ThreadLocal<Optional<Load>> running = ThreadLocal.withInitial(Optional::empty);
    private final Map<String, ReadRestrictions> last = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReadRestrictions> eldest) {
            return size() > MOST_TABLES;
        }
    };

    /** A table and what came along with it. */
    record Loaded(Table table, ReadRestrictions restrictions) {}

    /** Runs a load; empty where the face did not send the very state of the table that came out. */
    Optional<Loaded> during(Supplier<Table> load) {
        Optional<Load> outer = running.get();
        Load mine = new Load();
        running.set(Optional.of(mine));
        try {
            Table table = load.get();
            return mine.answer
                    .filter(answer -> isOf(answer, table))
                    .map(answer -> new Loaded(table, answer.restrictions()));
        } finally {
            running.set(outer);
        }
    }

    /** Notes an answer for the load at hand; whether it restricts nothing else than is known of the table. */
    boolean accepts(String path, RestrictedAnswer answer) {
        Optional<Load> load = running.get();
        load.ifPresent(mine -> mine.answer = Optional.of(answer));
        synchronized (last) {
            if (load.isPresent()) {
                last.put(path, answer.restrictions());
                return true;
            }
            return last.getOrDefault(path, ReadRestrictions.NONE).equals(answer.restrictions());
        }
    }

    private static boolean isOf(RestrictedAnswer answer, Table table) {
        Table base = table instanceof BaseMetadataTable metadata ? metadata.table() : table;
        if (!(base instanceof BaseTable loaded)) {
            return false;
        }
        TableMetadata state = loaded.operations().current();
        return Objects.equals(state.uuid(), answer.tableMetadata().uuid())
                && Objects.equals(state.metadataFileLocation(), answer.metadataLocation());
    }

    /** Confined to its thread. */
    private static final class Load {
        private Optional<RestrictedAnswer> answer = Optional.empty();
    }
}
