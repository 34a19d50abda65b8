package io.paladio.carbon.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is right for somebody to see. */
sealed interface Expected {
    boolean isMetBy(Answer answer);

    /** Exactly these rows in this order. */
    record Rows(List<List<@Nullable Object>> rows) implements Expected {
        @Override
        public boolean isMetBy(Answer answer) {
            return answer instanceof Answer.Rows seen && texts(seen.rows()).equals(texts(rows));
        }

        // 3 and 3L are the same answer.
        private static List<List<String>> texts(List<List<@Nullable Object>> rows) {
            return rows.stream()
                    .map(row -> row.stream().map(String::valueOf).toList())
                    .toList();
        }
    }

    /** Nothing but this refusal. */
    record Refusal(String errorClass, String sqlState) implements Expected {
        @Override
        public boolean isMetBy(Answer answer) {
            return answer instanceof Answer.Refused refused
                    && refused.errorClass().equals(errorClass)
                    && refused.sqlState().equals(sqlState);
        }
    }
}
