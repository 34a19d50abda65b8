package io.paladio.carbon.differential;

import io.paladio.carbon.differential.StoredTable.Layout;
import io.paladio.carbon.differential.TablePolicies.Filter;
import io.paladio.carbon.differential.TablePolicies.Mask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/**
 * What bob sees of a table: a copy, filtered and masked row by row. It is written from what semantics and documentation say, and
 * calls none of the code that is under test. Immutable.
 */
final class Oracle {
    private final StoredTable table;
    private final List<Filter> filters;
    private final Map<String, List<Mask>> masks = new LinkedHashMap<>();
    private final boolean onlyPermitted;

    private Oracle(StoredTable table, TablePolicies policies) {
        this.table = table;
        this.filters = policies.filters().stream()
                .filter(filter -> filter.audience().bindsBob())
                .toList();
        this.onlyPermitted = policies.filters().stream()
                .anyMatch(filter -> filter.permissive() && filter.audience().isLive());
        policies.masks().stream()
                .filter(mask -> mask.audience().bindsBob())
                .forEach(mask -> masks.computeIfAbsent(mask.path(), none -> new ArrayList<>())
                        .add(mask));
    }

    static StoredTable seen(StoredTable table, TablePolicies policies) {
        return new Oracle(table, policies).copy();
    }

    /**
     * A table that shows him everything is read as Iceberg reads it, which for some values is a matter of how they are stored:
     * {@code >=} leaves out a file that holds nothing but NaN. So its copy is stored alike.
     */
    private StoredTable copy() {
        return filters.isEmpty() && masks.isEmpty() && !onlyPermitted ? table : narrowed();
    }

    private StoredTable narrowed() {
        List<NestedField> kept = table.schema().columns().stream()
                .filter(column -> !isDenied(column.name()))
                .toList();
        Schema schema = new Schema(kept);
        List<GenericRecord> rows = table.rows().stream()
                .filter(this::isVisible)
                .map(row -> masked(row, schema))
                .toList();
        return new StoredTable(table.name(), schema, PartitionSpec.unpartitioned(), Layout.PLAIN, rows, List.of());
    }

    private boolean isVisible(GenericRecord row) {
        boolean restricted = filters.stream()
                .filter(filter -> !filter.permissive())
                .allMatch(filter -> filter.condition().holds(row));
        boolean permitted = !onlyPermitted
                || filters.stream()
                        .filter(Filter::permissive)
                        .anyMatch(filter -> filter.condition().holds(row));
        return restricted && permitted;
    }

    private boolean isDenied(String column) {
        return meet(column).filter(mask -> mask.kind().equals(OracleMeet.DENY)).isPresent();
    }

    /** The mask on a column that has one of its own; those below it count as the fixed value of the whole. */
    private Optional<Mask> meet(String path) {
        if (!masks.containsKey(path)) {
            return Optional.empty();
        }
        return Optional.of(OracleMeet.of(standing(path)));
    }

    private List<Mask> standing(String path) {
        List<Mask> standing = new ArrayList<>();
        masks.forEach((at, some) -> {
            if (at.equals(path)) {
                standing.addAll(some);
            } else if (at.startsWith(path + ".")) {
                some.forEach(below -> standing.add(
                        new Mask(path, OracleMeet.FIXED, Optional.empty(), below.unless(), below.audience())));
            }
        });
        return standing;
    }

    private GenericRecord masked(GenericRecord row, Schema schema) {
        GenericRecord seen = GenericRecord.create(schema);
        for (NestedField column : schema.columns()) {
            seen.setField(column.name(), masked(column, column.name(), row.getField(column.name()), row));
        }
        return seen;
    }

    private Object masked(NestedField column, String path, Object raw, GenericRecord row) {
        Optional<Mask> mask = meet(path);
        if (mask.isEmpty()) {
            return within(column.type(), path, raw, row);
        }
        if (isReleased(path, row)) {
            return raw;
        }
        boolean noNull = column.isRequired() && mask.get().kind().equals(OracleMeet.NULL);
        return noNull ? OracleMasks.fixed(column.type()) : OracleMasks.applied(mask.get(), column.type(), raw, row);
    }

    private boolean isReleased(String path, GenericRecord row) {
        return standing(path).stream()
                .allMatch(
                        mask -> mask.unless().isPresent() && mask.unless().get().holds(row));
    }

    private Object within(Type type, String path, Object raw, GenericRecord row) {
        if (raw == null || type.isPrimitiveType()) {
            return raw;
        }
        if (type instanceof Types.StructType struct) {
            GenericRecord seen = GenericRecord.create(struct);
            for (int i = 0; i < struct.fields().size(); i++) {
                NestedField field = struct.fields().get(i);
                seen.set(i, masked(field, path + "." + field.name(), ((GenericRecord) raw).get(i), row));
            }
            return seen;
        }
        if (type instanceof Types.ListType list) {
            List<Object> seen = new ArrayList<>();
            ((List<?>) raw).forEach(element -> seen.add(masked(list.fields().get(0), path + ".element", element, row)));
            return seen;
        }
        Map<Object, Object> seen = new LinkedHashMap<>();
        NestedField value = type.asMapType().fields().get(1);
        ((Map<?, ?>) raw).forEach((key, held) -> seen.put(key, masked(value, path + ".value", held, row)));
        return seen;
    }
}
