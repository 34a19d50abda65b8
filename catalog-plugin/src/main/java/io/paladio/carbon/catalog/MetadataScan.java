package io.paladio.carbon.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataTask;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** The rows of a metadata table with what a restricted principal may not know taken out, made in the driver. Immutable. */
record MetadataScan(GovernedMetadata metadata) implements LocalScan {
    @Override
    public StructType readSchema() {
        return metadata.structure();
    }

    @Override
    public String description() {
        return metadata.name();
    }

    @Override
    public InternalRow[] rows() {
        List<InternalRow> rows = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = metadata.table().newScan().planFiles()) {
            for (FileScanTask task : tasks) {
                if (!(task instanceof DataTask local)) {
                    throw new IllegalStateException("a metadata table of another kind: " + metadata.shown());
                }
                addRows(local, rows);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return rows.toArray(InternalRow[]::new);
    }

    private void addRows(DataTask task, List<InternalRow> rows) throws IOException {
        List<Types.NestedField> columns = metadata.table().schema().columns();
        try (CloseableIterable<StructLike> found = task.rows()) {
            for (StructLike row : found) {
                Object[] values = new Object[columns.size()];
                for (int place = 0; place < values.length; place++) {
                    String column = columns.get(place).name();
                    values[place] = metadata.shown().shows(column)
                            ? shown(OpenMetadata.told(column, row.get(place, Object.class)))
                            : null;
                }
                rows.add(new GenericInternalRow(values));
            }
        }
    }

    private static @Nullable Object shown(@Nullable Object value) {
        if (value instanceof String text) {
            return UTF8String.fromString(text);
        }
        return value instanceof Map<?, ?> entries ? shownEntries(entries) : value;
    }

    private static ArrayBasedMapData shownEntries(Map<?, ?> entries) {
        List<Map.Entry<?, ?>> shown = entries.entrySet().stream()
                .<Map.Entry<?, ?>>map(entry -> entry)
                .filter(entry -> OpenMetadata.showsEntry(String.valueOf(entry.getKey())))
                .toList();
        return new ArrayBasedMapData(
                texts(shown.stream().map(Map.Entry::getKey)),
                texts(shown.stream().map(Map.Entry::getValue)));
    }

    private static GenericArrayData texts(Stream<?> values) {
        return new GenericArrayData(values.map(value -> UTF8String.fromString(String.valueOf(value)))
                .toArray());
    }
}
