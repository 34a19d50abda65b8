package io.paladio.carbon.client;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Spark's values as JSON knows them: what JSON can't hold exactly becomes text. */
final class Values {
    private Values() {}

    static List<@Nullable Object> row(Row row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            values.add(plain(row.get(i)));
        }
        return values;
    }

    static @Nullable Object plain(@Nullable Object value) {
        if (value == null
                || value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte
                || value instanceof String) {
            return value;
        }
        if (value instanceof Row row) {
            return struct(row);
        }
        if (value instanceof scala.collection.Map<?, ?> map) {
            return map(map);
        }
        if (value instanceof scala.collection.Iterable<?> elements) {
            return list(elements);
        }
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    private static Map<String, @Nullable Object> struct(Row row) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i++) {
            String name = row.schema() == null ? "_" + (i + 1) : row.schema().fieldNames()[i];
            fields.put(name, plain(row.get(i)));
        }
        return fields;
    }

    private static Map<String, @Nullable Object> map(scala.collection.Map<?, ?> map) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        CollectionConverters.asJava(map).forEach((key, value) -> entries.put(String.valueOf(key), plain(value)));
        return entries;
    }

    private static List<@Nullable Object> list(scala.collection.Iterable<?> elements) {
        List<@Nullable Object> values = new ArrayList<>();
        CollectionConverters.asJava(elements).forEach(element -> values.add(plain(element)));
        return values;
    }
}
