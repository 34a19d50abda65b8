package io.paladio.carbon.spark.connect;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.sparkproject.connect.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.connect.protobuf.Message;

/**
 * Takes locations out of texts that leave the engine: Spark and its libraries write paths, URIs and hosts into error messages
 * and plans, and these say where hidden data lies.
 */
final class LocationText {
    private static final String HIDDEN = "<location>";
    private static final Pattern LOCATION = Pattern.compile(
            // scheme://rest, file:/rest; a backslash escapes the quote that follows it in JSON
            "\\b[A-Za-z][A-Za-z0-9+.-]{1,20}:/[^\\s'\"`<>(){}\\[\\],;\\\\]+"
                    // /two/or/more/steps, not within a word and not as a lone slash
                    + "|(?<![\\w./<])/[\\w.@%+=~-]+(?:/[\\w.@%+=~-]*)+"
                    // host/10.0.0.1:8080
                    + "|\\b[\\w.-]*/(?:\\d{1,3}\\.){3}\\d{1,3}(?::\\d+)?");

    private LocationText() {}

    static String hidden(String text) {
        return text.indexOf('/') < 0 ? text : LOCATION.matcher(text).replaceAll(HIDDEN);
    }

    /** The same message with all its texts hidden in this way, however deep they lie. */
    static <M extends Message> M hiddenIn(M message) {
        Message.Builder builder = message.toBuilder();
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            builder.setField(entry.getKey(), hiddenValue(entry.getValue()));
        }
        @SuppressWarnings("unchecked")
        M same = (M) builder.build();
        return same;
    }

    private static Object hiddenValue(Object value) {
        if (value instanceof String text) {
            return hidden(text);
        }
        if (value instanceof Message message) {
            return hiddenIn(message);
        }
        return value instanceof List<?> values
                ? values.stream().map(LocationText::hiddenValue).toList()
                : value;
    }
}
