package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.Principal;
import java.util.Locale;
import java.util.Map;

/**
 * One of the tests that a policy carries: who asks, what the row holds, what is to come of it.
 *
 * @param path where it stands in the document
 * @param row scalars by column name or alias
 */
record PolicyTest(String path, Principal as, Map<String, JsonNode> row, Expected expected) {
    /** What the test says must come of the row. */
    sealed interface Expected {}

    /** What becomes of a row or a value. */
    enum Outcome implements Expected {
        VISIBLE,
        HIDDEN,
        RAW,
        MASKED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A certain value of the masked column, raw or not. */
    record Seen(JsonNode value) implements Expected {}

    PolicyTest {
        row = Map.copyOf(row);
    }
}
