package io.paladio.carbon.suite.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;

/** Puts the files of a table together that nothing was deleted of, as its owner's maintenance does beside the engine. Stateless. */
final class Compaction {
    private Compaction() {}

    /** Tells whether it was done; somebody who went before prevents it. */
    static boolean of(Table table) {
        Snapshot snapshot = table.currentSnapshot();
        try {
            List<DataFile> files = whole(table, snapshot);
            if (files.size() < 2) {
                return false;
            }
            RewriteFiles rewrite = table.newRewrite()
                    .validateFromSnapshot(snapshot.snapshotId())
                    .dataSequenceNumber(snapshot.sequenceNumber());
            files.forEach(rewrite::deleteFile);
            rewrite.addFile(together(table, files)).commit();
            return true;
        } catch (ValidationException | CommitFailedException somebodyElse) {
            return false;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<DataFile> whole(Table table, Snapshot snapshot) throws IOException {
        List<DataFile> files = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
            for (FileScanTask task : tasks) {
                if (task.deletes().isEmpty()) {
                    files.add(task.file());
                }
            }
        }
        return files;
    }

    private static DataFile together(Table table, List<DataFile> files) throws IOException {
        String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
        DataWriter<Record> writer = Parquet.writeData(table.io().newOutputFile(location))
                .forTable(table)
                .withSpec(PartitionSpec.unpartitioned())
                .createWriterFunc(type -> GenericParquetWriter.create(table.schema(), type))
                .build();
        try (writer) {
            for (DataFile file : files) {
                copy(table, file, writer);
            }
        }
        return writer.toDataFile();
    }

    private static void copy(Table table, DataFile file, DataWriter<Record> writer) throws IOException {
        try (CloseableIterable<Record> rows = Parquet.read(table.io().newInputFile(file.location()))
                .project(table.schema())
                .createReaderFunc(type -> GenericParquetReaders.buildReader(table.schema(), type))
                .build()) {
            rows.forEach(writer::write);
        }
    }
}
