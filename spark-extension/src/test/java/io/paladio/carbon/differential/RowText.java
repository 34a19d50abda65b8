package io.paladio.carbon.differential;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Rows as texts: the same for what SQL calls equal, minus zero and zero among them, whatever order a map's entries are in. */
final class RowText {
    private RowText() {}

    static String of(Row row) {
        StringBuilder text = new StringBuilder();
        StructType schema = row.schema();
        for (int i = 0; i < row.length(); i++) {
            text.append(i == 0 ? "" : "|").append(of(row.get(i), schema.apply(i).dataType()));
        }
        return text.toString();
    }

    private static String of(Object value, DataType type) {
        if (value == null) {
            return "∅";
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return String.valueOf(number == 0 ? 0d : number);
        }
        if (value instanceof byte[] bytes) {
            return "x" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof String text) {
            return "'" + text + "'";
        }
        return value instanceof Row row ? "{" + of(row) + "}" : ofMany(value, type);
    }

    private static String ofMany(Object value, DataType type) {
        if (type instanceof ArrayType array && value instanceof scala.collection.Seq<?> elements) {
            List<String> texts = CollectionConverters.asJava(elements).stream()
                    .map(element -> of(element, array.elementType()))
                    .toList();
            return texts.toString();
        }
        if (type instanceof MapType map && value instanceof scala.collection.Map<?, ?> entries) {
            Map<String, String> texts = new TreeMap<>();
            CollectionConverters.asJava(entries)
                    .forEach((key, held) -> texts.put(of(key, map.keyType()), of(held, map.valueType())));
            return texts.toString();
        }
        return value instanceof Object[] many ? Arrays.toString(many) : value.toString();
    }
}
