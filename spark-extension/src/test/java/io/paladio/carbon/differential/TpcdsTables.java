package io.paladio.carbon.differential;

import io.paladio.carbon.differential.StoredTable.Deletion;
import io.paladio.carbon.differential.StoredTable.Layout;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/**
 * The 24 tables of TPC-DS as its generator makes them at scale 1, which the queries' parameters are made for, cut down: of sales
 * and stocks small slices over all years, of large dimensions the first rows. Keys are folded onto those, so that a small copy still joins
 * as the large one does. Used by one thread.
 */
final class TpcdsTables {
    private static final Layout LAYOUT = new Layout(2, FileFormat.PARQUET, 1, Deletion.POSITIONS);
    private static final int CENTS = 2;
    private static final Session SESSION = Session.getDefaultSession().withScale(1);
    /** Sales: so many slices, evenly over five years. */
    private static final int SLICES = 180;

    private static final int FIRST_DAY = 35_700;
    private static final int LAST_DAY = 38_100;
    private static final int MINUTE = 60;

    /** Stocks are listed by week, warehouse and item. */
    private static final int ITEMS_LISTED = 9_000;

    private static final int WAREHOUSES = 5;

    private final Map<Table, List<GenericRecord>> rows = new EnumMap<>(Table.class);

    private TpcdsTables() {}

    static List<StoredTable> all() {
        TpcdsTables tables = new TpcdsTables();
        for (Table table : Table.getBaseTables()) {
            if (!table.isChild() && table != Table.DBGEN_VERSION) {
                tables.generate(table);
            }
        }
        return tables.rows.entrySet().stream()
                .map(entry -> stored(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static StoredTable stored(Table table, List<GenericRecord> rows) {
        Schema schema = schema(table);
        return new StoredTable(table.getName(), schema, spec(table, schema), LAYOUT, rows, List.of());
    }

    private void generate(Table table) {
        long count = SESSION.getScaling().getRowCount(table);
        switch (table) {
            case STORE_SALES, CATALOG_SALES -> slices(table, count, 3);
            case WEB_SALES -> slices(table, count, 2);
            case INVENTORY -> stocks();
            case DATE_DIM -> slice(table, FIRST_DAY, LAST_DAY);
            default -> slice(table, 1, TpcdsKeys.rows(table, count));
        }
    }

    private void slices(Table table, long count, int orders) {
        for (int slice = 0; slice < SLICES; slice++) {
            long first = 1 + slice * (count / SLICES);
            slice(table, first, first + orders - 1);
        }
    }

    /** Three years of the first items in each warehouse. */
    private void stocks() {
        for (int week = 52; week < 208; week++) {
            for (int warehouse = 0; warehouse < WAREHOUSES; warehouse++) {
                long first = 1 + (long) (week * WAREHOUSES + warehouse) * ITEMS_LISTED;
                slice(Table.INVENTORY, first, first + 29);
            }
        }
    }

    private void slice(Table table, long first, long last) {
        for (List<List<String>> made : Results.constructResults(table, first, last, SESSION)) {
            add(table, made.get(0));
            if (made.size() > 1) {
                add(table.getChild(), made.get(1));
            }
        }
    }

    private void add(Table table, List<String> values) {
        List<GenericRecord> all = rows.computeIfAbsent(table, none -> new ArrayList<>());
        GenericRecord row = GenericRecord.create(
                all.isEmpty() ? schema(table).asStruct() : all.get(0).struct());
        Column[] columns = table.getColumns();
        for (int i = 0; i < columns.length; i++) {
            row.set(i, value(columns[i], values.get(i)));
        }
        // Of each minute its first second, as keys are folded.
        if (table != Table.TIME_DIM || Long.parseLong(values.get(0)) % MINUTE == 0) {
            all.add(row);
        }
    }

    private static Schema schema(Table table) {
        List<NestedField> fields = new ArrayList<>();
        for (Column column : table.getColumns()) {
            boolean required = fields.isEmpty() && !table.isChild() && !table.hasChild();
            fields.add(NestedField.of(fields.size() + 1, !required, column.getName(), type(column.getType())));
        }
        return new Schema(fields);
    }

    /** Sales lie by shop, site and item, returns and the rest in one heap. */
    private static PartitionSpec spec(Table table, Schema schema) {
        PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
        return switch (table) {
            case STORE_SALES -> spec.identity("ss_store_sk").build();
            case CATALOG_SALES -> spec.bucket("cs_item_sk", 3).build();
            case WEB_SALES -> spec.truncate("ws_web_site_sk", 10).build();
            default -> spec.build();
        };
    }

    private static Type type(ColumnType type) {
        return switch (type.getBase()) {
            case IDENTIFIER -> Types.LongType.get();
            case INTEGER -> Types.IntegerType.get();
            case DECIMAL -> Types.DecimalType.of(type.getPrecision().orElseThrow(), CENTS);
            case DATE -> Types.DateType.get();
            case VARCHAR, CHAR, TIME -> Types.StringType.get();
        };
    }

    private static Object value(Column column, String text) {
        if (text == null) {
            return null;
        }
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> TpcdsKeys.folded(column.getName(), Long.parseLong(text));
            case INTEGER -> Integer.valueOf(text);
            case DECIMAL -> new BigDecimal(text).setScale(CENTS);
            case DATE -> LocalDate.parse(text);
            case VARCHAR, CHAR, TIME -> text;
        };
    }
}
