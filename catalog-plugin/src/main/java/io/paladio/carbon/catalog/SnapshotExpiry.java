package io.paladio.carbon.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;

/**
 * Removes snapshots of one table and the files that only they need, with the table's own credentials, and counts the files by
 * kind. Used once, by one thread; files may be deleted by several.
 */
final class SnapshotExpiry {
    /** Kinds of files, in the order in which the procedure answers. */
    enum Kind {
        DATA,
        POSITION_DELETES,
        EQUALITY_DELETES,
        MANIFEST,
        MANIFEST_LIST,
        STATISTICS
    }

    private final Table table;
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Map<Kind, Long> deleted = new ConcurrentHashMap<>();

    SnapshotExpiry(Table table) {
        this.table = table;
    }

    /** Does what the arguments ask for; answers how many files of each kind are gone. */
    Map<Kind, Long> run(ProcedureArguments arguments) {
        table.snapshots().forEach(this::learn);
        table.statisticsFiles().forEach(file -> kinds.put(file.path(), Kind.STATISTICS));
        table.partitionStatisticsFiles().forEach(file -> kinds.put(file.path(), Kind.STATISTICS));
        ExpireSnapshots expiry = table.expireSnapshots();
        arguments.millis("older_than").ifPresent(expiry::expireOlderThan);
        arguments.integer("retain_last").ifPresent(expiry::retainLast);
        arguments.truth("clean_expired_metadata").ifPresent(expiry::cleanExpiredMetadata);
        for (long snapshot : arguments.numbers("snapshot_ids")) {
            expiry.expireSnapshotId(snapshot);
        }
        // Named one by one, Iceberg compares all files of what goes with all files of what stays. Else it looks at the
        // snapshots that go alone, and leaves what the oldest one that stays has replaced.
        expiry.apply().forEach(gone -> expiry.expireSnapshotId(gone.snapshotId()));
        expiry.deleteWith(this::delete).commit();
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            counts.put(kind, deleted.getOrDefault(kind, 0L));
        }
        return counts;
    }

    private void delete(String path) {
        table.io().deleteFile(path);
        deleted.merge(kinds.getOrDefault(path, Kind.DATA), 1L, Long::sum);
    }

    private void learn(Snapshot snapshot) {
        if (snapshot.manifestListLocation() != null) {
            kinds.put(snapshot.manifestListLocation(), Kind.MANIFEST_LIST);
        }
        for (ManifestFile manifest : snapshot.allManifests(table.io())) {
            boolean known = kinds.put(manifest.path(), Kind.MANIFEST) != null;
            if (!known && manifest.content() == ManifestContent.DELETES) {
                learnDeletes(manifest);
            }
        }
    }

    private void learnDeletes(ManifestFile manifest) {
        try (ManifestReader<DeleteFile> files = ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs())) {
            for (DeleteFile file : files) {
                kinds.put(
                        file.location(),
                        file.content() == FileContent.EQUALITY_DELETES ? Kind.EQUALITY_DELETES : Kind.POSITION_DELETES);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
