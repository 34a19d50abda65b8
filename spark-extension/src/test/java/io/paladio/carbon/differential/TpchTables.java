package io.paladio.carbon.differential;

import io.paladio.carbon.differential.StoredTable.Deletion;
import io.paladio.carbon.differential.StoredTable.Layout;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/** The eight tables of TPC-H as its generator makes them, small. No column of them is ever NULL. */
final class TpchTables {
    private static final double SCALE = 0.004;
    private static final int CENTS = 2;
    private static final Layout LAYOUT = new Layout(2, FileFormat.PARQUET, 2, Deletion.POSITIONS);

    private TpchTables() {}

    static List<StoredTable> all() {
        return TpchTable.getTables().stream().map(TpchTables::stored).toList();
    }

    private static <E extends TpchEntity> StoredTable stored(TpchTable<E> table) {
        List<TpchColumn<E>> columns = table.getColumns();
        List<NestedField> fields = new ArrayList<>();
        columns.forEach(
                column -> fields.add(NestedField.required(fields.size() + 1, column.getColumnName(), type(column))));
        Schema schema = new Schema(fields);
        List<GenericRecord> rows = new ArrayList<>();
        for (E entity : table.createGenerator(SCALE, 1, 1)) {
            GenericRecord row = GenericRecord.create(schema);
            for (int i = 0; i < columns.size(); i++) {
                row.set(i, value(columns.get(i), entity));
            }
            rows.add(row);
        }
        return new StoredTable(table.getTableName(), schema, spec(schema), LAYOUT, rows, List.of());
    }

    /** Orders and their items lie by year and by flag, as warehouses lay them; the others in one heap. */
    private static PartitionSpec spec(Schema schema) {
        PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
        if (schema.findField("o_orderdate") != null) {
            return spec.year("o_orderdate").build();
        }
        return schema.findField("l_returnflag") != null
                ? spec.identity("l_returnflag").build()
                : spec.build();
    }

    private static Type type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> Types.LongType.get();
            case INTEGER -> Types.IntegerType.get();
            case DOUBLE -> Types.DecimalType.of(15, CENTS);
            case DATE -> Types.DateType.get();
            case VARCHAR -> Types.StringType.get();
        };
    }

    private static <E extends TpchEntity> Object value(TpchColumn<E> column, E entity) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> column.getIdentifier(entity);
            case INTEGER -> column.getInteger(entity);
            case DOUBLE -> BigDecimal.valueOf(column.getDouble(entity)).setScale(CENTS, RoundingMode.HALF_UP);
            case DATE -> LocalDate.ofEpochDay(column.getDate(entity));
            case VARCHAR -> column.getString(entity);
        };
    }
}
