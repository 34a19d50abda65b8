package io.paladio.carbon.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;

/** Writes tables by Iceberg's own writers, without Spark: rows, partitions, and files that say which rows are gone. */
final class TableWriter {
    private final Table table;
    private final StoredTable stored;
    private final OutputFileFactory files;
    private final Map<GenericRecord, Place> places = new LinkedHashMap<>();

    /** Where a deleted row lies. */
    private record Place(DataFile file, long position) {}

    /** Rows that lie in one file: those of one partition, dealt out by turns. */
    private record Pile(PartitionKey partition, int turn) {}

    private TableWriter(Table table, StoredTable stored) {
        this.table = table;
        this.stored = stored;
        this.files = OutputFileFactory.builderFor(table, 1, 1)
                .format(stored.layout().format())
                .build();
    }

    static void write(Catalog catalog, TableIdentifier name, StoredTable stored) {
        Table table = catalog.createTable(
                name,
                stored.schema(),
                stored.spec(),
                Map.of("format-version", String.valueOf(stored.layout().formatVersion())));
        try {
            new TableWriter(table, stored).write();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void write() throws IOException {
        Map<Pile, List<GenericRecord>> piles = new LinkedHashMap<>();
        int turn = 0;
        for (GenericRecord row : interleaved()) {
            Pile pile = new Pile(partition(row), turn++ % stored.layout().files());
            piles.computeIfAbsent(pile, none -> new ArrayList<>()).add(row);
        }
        if (piles.isEmpty()) {
            return;
        }
        AppendFiles append = table.newAppend();
        for (Map.Entry<Pile, List<GenericRecord>> pile : piles.entrySet()) {
            append.appendFile(data(pile.getKey().partition(), pile.getValue()));
        }
        append.commit();
        if (!places.isEmpty()) {
            delete();
        }
    }

    /** Deleted rows lie between the others. */
    private List<GenericRecord> interleaved() {
        List<GenericRecord> all = new ArrayList<>(stored.rows());
        int at = 0;
        for (GenericRecord gone : stored.deleted()) {
            all.add(Math.min(at, all.size()), gone);
            at += 3;
        }
        return all;
    }

    private PartitionKey partition(GenericRecord row) {
        PartitionKey key = new PartitionKey(table.spec(), table.schema());
        key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row));
        return key;
    }

    private DataFile data(PartitionKey partition, List<GenericRecord> rows) throws IOException {
        DataWriter<Record> writer = factory(stored.layout().format())
                .newDataWriter(files.newOutputFile(table.spec(), partition), table.spec(), partition);
        try (writer) {
            rows.forEach(writer::write);
        }
        DataFile file = writer.toDataFile();
        for (int position = 0; position < rows.size(); position++) {
            GenericRecord row = rows.get(position);
            if (isGone(row)) {
                places.put(row, new Place(file, position));
            }
        }
        return file;
    }

    private boolean isGone(GenericRecord row) {
        return stored.deleted().stream().anyMatch(gone -> gone == row);
    }

    private GenericFileWriterFactory.Builder writers(FileFormat format) {
        return new GenericFileWriterFactory.Builder(table)
                .dataSchema(table.schema())
                .dataFileFormat(format)
                .deleteFileFormat(format);
    }

    private GenericFileWriterFactory factory(FileFormat format) {
        return writers(format).build();
    }

    private GenericFileWriterFactory equality(FileFormat format) {
        int id = table.schema().findField(SchemaGenerator.ID).fieldId();
        return writers(format)
                .equalityFieldIds(new int[] {id})
                .equalityDeleteRowSchema(table.schema().select(SchemaGenerator.ID))
                .build();
    }

    private void delete() throws IOException {
        RowDelta delta = table.newRowDelta();
        if (stored.layout().deletion() == StoredTable.Deletion.EQUALITY) {
            Map<DataFile, List<GenericRecord>> byFile = new LinkedHashMap<>();
            places.forEach((row, place) -> byFile.computeIfAbsent(place.file(), none -> new ArrayList<>())
                    .add(row));
            for (Map.Entry<DataFile, List<GenericRecord>> gone : byFile.entrySet()) {
                deleteEqual(delta, gone.getValue(), gone.getKey());
            }
        } else if (stored.layout().formatVersion() >= 3) {
            deleteByVector(delta);
        } else {
            for (Place gone : places.values()) {
                deleteAt(delta, gone);
            }
        }
        delta.commit();
    }

    private void deleteEqual(RowDelta delta, List<GenericRecord> rows, DataFile file) throws IOException {
        EqualityDeleteWriter<Record> writer = equality(stored.layout().format())
                .newEqualityDeleteWriter(
                        files.newOutputFile(table.spec(), file.partition()), table.spec(), file.partition());
        try (writer) {
            for (GenericRecord row : rows) {
                GenericRecord key = GenericRecord.create(table.schema().select(SchemaGenerator.ID));
                key.set(0, row.getField(SchemaGenerator.ID));
                writer.write(key);
            }
        }
        delta.addDeletes(writer.toDeleteFile());
    }

    private void deleteAt(RowDelta delta, Place place) throws IOException {
        PositionDeleteWriter<Record> writer = factory(stored.layout().format())
                .newPositionDeleteWriter(
                        files.newOutputFile(table.spec(), place.file().partition()),
                        table.spec(),
                        place.file().partition());
        try (writer) {
            writer.write(PositionDelete.<Record>create().set(place.file().location(), place.position()));
        }
        delta.addDeletes(writer.toDeleteFile());
    }

    private void deleteByVector(RowDelta delta) throws IOException {
        OutputFileFactory puffin = OutputFileFactory.builderFor(table, 2, 2)
                .format(FileFormat.PUFFIN)
                .build();
        BaseDVFileWriter writer = new BaseDVFileWriter(puffin, path -> null);
        try (writer) {
            places.values()
                    .forEach(place -> writer.delete(
                            place.file().location(),
                            place.position(),
                            table.spec(),
                            place.file().partition()));
        }
        writer.result().deleteFiles().forEach(delta::addDeletes);
    }
}
