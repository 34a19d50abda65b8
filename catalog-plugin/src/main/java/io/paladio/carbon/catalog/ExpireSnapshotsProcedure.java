package io.paladio.carbon.catalog;

import io.paladio.carbon.catalog.SnapshotExpiry.Kind;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.Table;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * {@code expire_snapshots} with the parameters and the answer of Iceberg's, done in the driver by Iceberg's library. Iceberg's
 * own runs queries over metadata tables that name no table, so that nobody could prove what they read. Immutable.
 */
record ExpireSnapshotsProcedure(BoundProcedure iceberg, Function<String, Table> tables)
        implements BoundProcedure, UnboundProcedure {
    static final String NAME = "expire_snapshots";

    /** In place of Iceberg's; the function loads a table by the name that the statement has. */
    static ExpireSnapshotsProcedure of(UnboundProcedure iceberg, Function<String, Table> tables) {
        return new ExpireSnapshotsProcedure(iceberg.bind(new StructType()), tables);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return iceberg.description();
    }

    @Override
    public BoundProcedure bind(StructType inputType) {
        return this;
    }

    @Override
    public ProcedureParameter[] parameters() {
        return iceberg.parameters();
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    @Override
    public Iterator<Scan> call(InternalRow input) {
        ProcedureArguments arguments = new ProcedureArguments(parameters(), input);
        Table table = tables.apply(arguments.text(GovernedProcedure.TABLE).orElse(""));
        Map<Kind, Long> deleted = new SnapshotExpiry(table).run(arguments);
        Object[] counts = Arrays.stream(Kind.values()).map(deleted::get).toArray();
        return List.<Scan>of(new Counts(new GenericInternalRow(counts))).iterator();
    }

    /** One row: how many files of each kind are gone. */
    private record Counts(InternalRow row) implements LocalScan {
        @Override
        public StructType readSchema() {
            return new StructType(Arrays.stream(Kind.values())
                    .map(kind -> "deleted_" + column(kind) + "_count")
                    .map(name -> DataTypes.createStructField(name, DataTypes.LongType, true))
                    .toArray(StructField[]::new));
        }

        private static String column(Kind kind) {
            return switch (kind) {
                case DATA -> "data_files";
                case POSITION_DELETES -> "position_delete_files";
                case EQUALITY_DELETES -> "equality_delete_files";
                case MANIFEST -> "manifest_files";
                case MANIFEST_LIST -> "manifest_lists";
                case STATISTICS -> "statistics_files";
            };
        }

        @Override
        public InternalRow[] rows() {
            return new InternalRow[] {row};
        }
    }
}
