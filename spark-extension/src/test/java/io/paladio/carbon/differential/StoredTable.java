package io.paladio.carbon.differential;

import java.util.List;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;

/**
 * A table as it is to lie in storage.
 *
 * @param name within its schema
 * @param rows that are in it
 * @param deleted rows that were in it
 */
record StoredTable(
        String name,
        Schema schema,
        PartitionSpec spec,
        Layout layout,
        List<GenericRecord> rows,
        List<GenericRecord> deleted) {
    StoredTable {
        rows = List.copyOf(rows);
        deleted = List.copyOf(deleted);
    }

    /** How rows lie in files. */
    record Layout(int formatVersion, FileFormat format, int files, Deletion deletion) {
        /** Avro, since every Parquet file that is written this way reads the settings of Hadoop anew. */
        static final Layout PLAIN = new Layout(2, FileFormat.AVRO, 1, Deletion.POSITIONS);
    }

    /** What kind of files says which rows are gone: deletion vectors instead of position deletes where the format has them. */
    enum Deletion {
        POSITIONS,
        EQUALITY
    }

    static StoredTable generated(String name, Dice dice) {
        SchemaGenerator schemas = new SchemaGenerator(dice.split());
        Schema schema = schemas.schema();
        ValueGenerator values = new ValueGenerator(dice.split());
        int gone = dice.percent(50) ? dice.between(1, 8) : 0;
        List<GenericRecord> all = values.rows(schema.asStruct(), gone + dice.of(List.of(1, 12, 20, 20, 30, 30, 40)));
        Layout layout = new Layout(
                dice.one(2, 2, 3),
                dice.one(FileFormat.PARQUET, FileFormat.PARQUET, FileFormat.AVRO, FileFormat.AVRO, FileFormat.ORC),
                dice.one(1, 1, 2, 3),
                dice.of(List.of(Deletion.values())));
        return new StoredTable(
                name, schema, schemas.spec(schema), layout, all.subList(gone, all.size()), all.subList(0, gone));
    }

    StoredTable with(List<GenericRecord> otherRows) {
        return new StoredTable(name, schema, spec, layout, otherRows, deleted);
    }

    StoredTable plain() {
        return new StoredTable(name, schema, PartitionSpec.unpartitioned(), Layout.PLAIN, rows, List.of());
    }

    /** Whether a query sees no difference. */
    boolean isAlike(StoredTable other) {
        return schema.sameSchema(other.schema) && rows.equals(other.rows);
    }

    @Override
    public String toString() {
        return name + " " + schema + " partitioned by " + spec + ", " + layout + ", rows " + rows + ", deleted "
                + deleted;
    }
}
