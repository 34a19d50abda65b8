package io.paladio.carbon.verify;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.ColumnType;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Interpreter;
import io.paladio.carbon.policy.expression.Truth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Filters and masks rows one by one, in plain Java: the filter on raw values, then the masks on what is left. Immutable. */
final class VisibleRows {
    private final StructType stored;
    private final TableSchema schema;
    private final Optional<Expression> filter;
    private final Map<Integer, ColumnMask> masks = new HashMap<>();

    private VisibleRows(StructType stored, TableSchema schema, Optional<Expression> filter, List<ColumnMask> masks) {
        this.stored = stored;
        this.schema = schema;
        this.filter = filter;
        masks.forEach(mask -> this.masks.put(mask.column().fieldId(), mask));
    }

    /** @param schema the columns to which the policy was bound */
    static VisibleRows under(EffectivePolicy policy, TableSchema schema, StructType stored) {
        return new VisibleRows(stored, schema, policy.rowFilter().map(rows -> rows.condition()), policy.masks());
    }

    /** Where nothing restricts. */
    static VisibleRows all(TableSchema schema, StructType stored) {
        return new VisibleRows(stored, schema, Optional.empty(), List.of());
    }

    /** The columns that the principal sees, and of which it is known what he sees. */
    StructType columns() {
        List<StructField> fields = new ArrayList<>();
        for (int i : places()) {
            StructField field = stored.fields()[i];
            fields.add(new StructField(field.name(), field.dataType(), field.nullable(), Metadata.empty()));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    /** Columns that the principal sees, and whose values only the engine can make. */
    List<String> unforeseen() {
        TreeSet<String> names = new TreeSet<>();
        masks.values().stream()
                .filter(mask -> isUnforeseen(mask.mask()))
                .forEach(mask -> schema.columns().stream()
                        .filter(column -> mask.touches(column.name()))
                        .forEach(column -> names.add(column.name())));
        return List.copyOf(names);
    }

    private static boolean isUnforeseen(Mask mask) {
        return mask instanceof Mask.HmacSha256 || mask == Mask.Standard.SHA_256_QUERY_LOCAL;
    }

    private List<Integer> places() {
        List<String> unforeseen = unforeseen();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            Column column = schema.columns().get(i);
            ColumnMask mask = masks.get(column.fieldId());
            boolean isDenied = mask != null && mask.mask() instanceof Mask.Deny;
            if (!isDenied && !unforeseen.contains(column.name())) {
                places.add(i);
            }
        }
        return places;
    }

    /** The row as the principal sees it; empty where it is hidden. */
    Optional<Row> seen(Row raw) {
        Map<Integer, Optional<Object>> values = new HashMap<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            values.put(schema.columns().get(i).fieldId(), SparkValues.ofPolicy(raw.get(i)));
        }
        if (filter.isPresent() && Interpreter.test(filter.get(), values) != Truth.TRUE) {
            return Optional.empty();
        }
        List<@Nullable Object> seen = new ArrayList<>();
        for (int i : places()) {
            seen.add(seen(schema.columns().get(i), raw.get(i), values));
        }
        return Optional.of(RowFactory.create(seen.toArray()));
    }

    private @Nullable Object seen(Column column, @Nullable Object raw, Map<Integer, Optional<Object>> values) {
        ColumnMask mask = masks.get(column.fieldId());
        if (mask != null) {
            Map<Integer, Optional<Object>> known = new HashMap<>(values);
            known.put(column.fieldId(), SparkValues.ofPolicy(raw));
            boolean isReleased = mask.unless()
                    .filter(condition -> Interpreter.test(condition, known) == Truth.TRUE)
                    .isPresent();
            return isReleased ? raw : masked(mask, raw, known);
        }
        return raw == null || masks.isEmpty() ? raw : within(column.type(), raw, values);
    }

    private static @Nullable Object masked(
            ColumnMask mask, @Nullable Object raw, Map<Integer, Optional<Object>> known) {
        ColumnType type = mask.column().type();
        if (mask.mask() == Mask.Standard.MASK_TO_FIXED_VALUE) {
            return ReferenceMasks.fixed(type);
        }
        if (mask.mask() == Mask.Standard.REPLACE_WITH_NULL) {
            return null;
        }
        Optional<Object> value = mask.mask() instanceof Mask.Computed computed
                ? Interpreter.evaluate(computed.expression(), known)
                : SparkValues.ofPolicy(raw).map(each -> ReferenceMasks.masked((Mask.Standard) mask.mask(), each));
        return value.map(each -> SparkValues.ofSpark(type, each)).orElse(null);
    }

    /** What lies within a value; keys of maps are never masked. */
    private Object within(ColumnType type, Object raw, Map<Integer, Optional<Object>> values) {
        if (type instanceof ColumnType.Struct struct && raw instanceof Row row) {
            List<@Nullable Object> fields = new ArrayList<>();
            for (int i = 0; i < struct.fields().size(); i++) {
                fields.add(seen(struct.fields().get(i), row.get(i), values));
            }
            return RowFactory.create(fields.toArray());
        }
        if (type instanceof ColumnType.ListOf list && raw instanceof scala.collection.Iterable<?> elements) {
            List<@Nullable Object> seen = new ArrayList<>();
            CollectionConverters.asJava(elements).forEach(element -> seen.add(seen(list.element(), element, values)));
            return CollectionConverters.asScala(seen).toSeq();
        }
        if (type instanceof ColumnType.MapOf map && raw instanceof scala.collection.Map<?, ?> entries) {
            Map<Object, @Nullable Object> seen = new LinkedHashMap<>();
            CollectionConverters.asJava(entries)
                    .forEach((key, value) -> seen.put(key, seen(map.value(), value, values)));
            return CollectionConverters.asScala(seen);
        }
        return raw;
    }
}
