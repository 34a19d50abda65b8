package io.paladio.carbon.verify;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A row as it is compared. Numbers of floating point stand apart, since sums of them depend on the order of addition.
 *
 * @param text all but those numbers; equal for equal rows alone
 * @param numbers those numbers, in the order of their places in the text
 */
record RowImage(String text, List<Double> numbers) {
    private static final double TOLERANCE = 1e-9;
    private static final String NUMBER = "#";

    RowImage {
        numbers = List.copyOf(numbers);
    }

    static RowImage of(Row row) {
        StringBuilder text = new StringBuilder();
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            append(row.get(i), text, numbers);
        }
        return new RowImage(text.toString(), numbers);
    }

    /** As {@link #equals}, but that numbers which differ by what rounding does are the same; so are both zeros, and NaN is NaN. */
    boolean isAlike(RowImage other) {
        return text.equals(other.text) && compareNumbers(other) == 0;
    }

    /** The order of the first numbers that are not the same; zero where all are. The texts are taken to be equal. */
    int compareNumbers(RowImage other) {
        for (int i = 0; i < numbers.size(); i++) {
            double left = numbers.get(i);
            double right = other.numbers.get(i);
            if (!isClose(left, right)) {
                return Double.compare(left, right);
            }
        }
        return 0;
    }

    private static boolean isClose(double left, double right) {
        if (left == right || (Double.isNaN(left) && Double.isNaN(right))) {
            return true;
        }
        double larger = Math.max(Math.abs(left), Math.abs(right));
        return Double.isFinite(larger) && Math.abs(left - right) <= TOLERANCE * larger;
    }

    private static void append(@Nullable Object value, StringBuilder text, List<Double> numbers) {
        if (value == null) {
            text.append("null;");
        } else if (value instanceof Double || value instanceof Float) {
            numbers.add(((Number) value).doubleValue());
            text.append(NUMBER);
        } else if (value instanceof Row row) {
            text.append('(');
            for (int i = 0; i < row.size(); i++) {
                append(row.get(i), text, numbers);
            }
            text.append(')');
        } else if (value instanceof scala.collection.Map<?, ?> map) {
            appendMap(CollectionConverters.asJava(map), text, numbers);
        } else if (value instanceof scala.collection.Iterable<?> elements) {
            text.append('[');
            CollectionConverters.asJava(elements).forEach(element -> append(element, text, numbers));
            text.append(']');
        } else {
            appendText(value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString(), text);
        }
    }

    /** With its length, so that no value can look like two. */
    private static void appendText(String value, StringBuilder text) {
        text.append(value.length()).append(':').append(value).append(';');
    }

    /** Entries have no order of their own. */
    private static void appendMap(Map<?, ?> map, StringBuilder text, List<Double> numbers) {
        List<RowImage> entries = new ArrayList<>();
        map.forEach((key, value) -> {
            StringBuilder entry = new StringBuilder();
            List<Double> ofEntry = new ArrayList<>();
            append(key, entry, ofEntry);
            append(value, entry, ofEntry);
            entries.add(new RowImage(entry.toString(), ofEntry));
        });
        entries.sort(RowImage::compareWhole);
        text.append('{');
        entries.forEach(entry -> {
            text.append(entry.text());
            numbers.addAll(entry.numbers());
        });
        text.append('}');
    }

    private int compareWhole(RowImage other) {
        int order = text.compareTo(other.text);
        return order != 0 ? order : compareNumbers(other);
    }

    /** Says nothing: it holds data. */
    @Override
    public String toString() {
        return "RowImage";
    }
}
