package io.paladio.carbon.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer as one line of JSON: {@code {"columns":[…],"rows":[[…]]}}, or {@code {"error":class,"sqlState":…,"message":…}}. Stateless.
 */
final class AnswerLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private AnswerLine() {}

    static String of(Answer answer) {
        return of(Map.of(), answer);
    }

    /** With more fields before those of the answer. */
    static String of(Map<String, ?> before, Answer answer) {
        Map<String, Object> line = new LinkedHashMap<>(before);
        if (answer instanceof Answer.Rows rows) {
            line.put("columns", rows.columns());
            line.put("rows", rows.rows());
        } else if (answer instanceof Answer.Refused refused) {
            line.put("error", refused.errorClass());
            line.put("sqlState", refused.sqlState());
            line.put("message", refused.message());
        }
        try {
            return JSON.writeValueAsString(line);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("plain values are always JSON", impossible);
        }
    }
}
