package io.paladio.carbon.spark.connect;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.sparkproject.connect.protobuf.Descriptors.FieldDescriptor;
import org.sparkproject.connect.protobuf.Message;

/** The texts of a message, however deep they lie. Stateless. */
final class MessageTexts {
    private MessageTexts() {}

    /** The same message with all its texts as the function has them. */
    static <M extends Message> M mapped(M message, UnaryOperator<String> function) {
        Message.Builder builder = message.toBuilder();
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            builder.setField(entry.getKey(), value(entry.getValue(), function));
        }
        @SuppressWarnings("unchecked")
        M same = (M) builder.build();
        return same;
    }

    private static Object value(Object value, UnaryOperator<String> function) {
        if (value instanceof String text) {
            return function.apply(text);
        }
        if (value instanceof Message message) {
            return mapped(message, function);
        }
        return value instanceof List<?> values
                ? values.stream().map(element -> value(element, function)).toList()
                : value;
    }
}
