package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table as the source of a stream, for whoever it is: its columns as the principal saw them when the stream was defined, and
 * nothing that could be read. Each batch names the table anew. Immutable.
 */
public final class StreamedTable implements SupportsRead {
    private final TableCatalog catalog;
    private final Identifier identifier;
    private final Securable name;
    private final Table seen;

    private StreamedTable(TableCatalog catalog, Identifier identifier, Securable name, Table seen) {
        this.catalog = catalog;
        this.identifier = identifier;
        this.name = name;
        this.seen = seen;
    }

    /**
     * The table that a catalog served, as a stream's source; empty where it is none of the face, or a branch, an older state or the
     * metadata of one.
     */
    public static Optional<StreamedTable> of(CatalogPlugin catalog, Identifier identifier, Table table) {
        boolean whole = identifier.namespace().length == 1 && iceberg(table).isPresent();
        return whole && catalog instanceof GovernedCatalog governed && catalog instanceof TableCatalog tables
                ? Optional.of(new StreamedTable(
                        tables,
                        identifier,
                        Securable.table(governed.warehouse(), identifier.namespace()[0], identifier.name()),
                        table))
                : Optional.empty();
    }

    /** Iceberg's table behind one that a catalog served, as it was when it was served. */
    static Optional<org.apache.iceberg.Table> iceberg(Table table) {
        if (table instanceof GovernedTable governed) {
            return Optional.of(governed.iceberg());
        }
        return table instanceof SparkTable plain && plain.branch() == null
                ? Optional.of(plain.table())
                : Optional.empty();
    }

    /** The table's own coordinate. */
    public Securable securable() {
        return name;
    }

    private org.apache.iceberg.Table loaded() {
        try {
            return iceberg(catalog.loadTable(identifier)).orElseThrow(this::gone);
        } catch (NoSuchTableException missing) {
            throw gone();
        }
    }

    private SparkRefusal gone() {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(name.toString())
                .reason("the table is gone since the stream was started")
                .build());
    }

    @Override
    public String name() {
        return name.toString();
    }

    @Override
    public Column[] columns() {
        return seen.columns();
    }

    @Override
    @SuppressWarnings("deprecation")
    public StructType schema() {
        return seen.schema();
    }

    @Override
    public Map<String, String> properties() {
        return ReadView.PROPERTIES;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.MICRO_BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return StreamScan::new;
    }

    @Override
    public String toString() {
        return name.toString();
    }

    private final class StreamScan implements Scan {
        @Override
        public StructType readSchema() {
            return schema();
        }

        @Override
        public String description() {
            return name.toString();
        }

        @Override
        public Batch toBatch() {
            throw SparkRefusal.of(CarbonCondition.SEAL_BROKEN
                    .refusal()
                    .object(name.toString())
                    .build());
        }

        @Override
        public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
            return new SnapshotStream(name, StreamedTable.this::loaded);
        }
    }
}
