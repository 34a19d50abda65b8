package io.paladio.carbon.differential;

import java.util.List;
import org.apache.spark.sql.types.StructType;

/** What came of a statement. */
sealed interface Outcome {
    /** Rows, each as a text that tells equal ones from others, and what describes them. */
    record Rows(StructType schema, List<String> rows) implements Outcome {
        public Rows {
            rows = List.copyOf(rows);
        }
    }

    /** A failure, by its error class. */
    record Failure(String condition, String message) implements Outcome {
        boolean isRefusal() {
            return condition.startsWith("CARBON_");
        }
    }
}
