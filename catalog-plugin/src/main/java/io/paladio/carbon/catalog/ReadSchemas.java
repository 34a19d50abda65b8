package io.paladio.carbon.catalog;

import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * Which of a table's schemas a Spark table reads with. A policy must be bound to that one: an older snapshot read by its id, a
 * tag or a time has its own schema, with the names of then; a branch and the table itself have the current one (S15).
 */
final class ReadSchemas {
    /** How a statement selected what it reads. */
    enum Selection {
        /** The table or one of its branches, as of now. */
        CURRENT,
        /** A snapshot by id, tag or time; a branch named as a version is still read as of now. */
        SNAPSHOT
    }

    private ReadSchemas() {}

    /** The schema with its field-ids; empty where it can't be proven to be the one that is read. */
    @SuppressWarnings("deprecation")
    static Optional<Schema> of(SparkTable spark, Selection selection) {
        Schema schema = candidate(spark, selection);
        return SparkSchemaUtil.convert(schema).equals(spark.schema()) ? Optional.of(schema) : Optional.empty();
    }

    private static Schema candidate(SparkTable spark, Selection selection) {
        Table table = spark.table();
        Long snapshot = spark.snapshotId();
        if (selection == Selection.CURRENT || spark.branch() != null || snapshot == null) {
            return table.schema();
        }
        return SnapshotUtil.schemaFor(table, snapshot);
    }
}
