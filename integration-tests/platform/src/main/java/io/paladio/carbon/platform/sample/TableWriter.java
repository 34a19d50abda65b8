package io.paladio.carbon.platform.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;

/** Writes entities as one Parquet file of a table. Stateless. */
final class TableWriter {
    private TableWriter() {}

    /** Writes a file that no snapshot refers to yet. */
    static <E> DataFile write(Table table, Iterable<E> entities, BiConsumer<E, GenericRecord> fields) {
        String name = UUID.randomUUID() + ".parquet";
        String location = table.locationProvider().newDataLocation(name);
        GenericRecord row = GenericRecord.create(table.schema());
        try {
            DataWriter<GenericRecord> writer = Parquet.writeData(table.io().newOutputFile(location))
                    .forTable(table)
                    .withSpec(PartitionSpec.unpartitioned())
                    .createWriterFunc(type -> GenericParquetWriter.create(table.schema(), type))
                    .build();
            try (writer) {
                for (E entity : entities) {
                    fields.accept(entity, row);
                    writer.write(row);
                }
            }
            return writer.toDataFile();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
