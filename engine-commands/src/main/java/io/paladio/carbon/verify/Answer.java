package io.paladio.carbon.verify;

import java.util.List;

/** What came of a statement. */
sealed interface Answer {
    /**
     * Rows.
     *
     * @param columns name and type of each, with whether it may be NULL
     */
    record Rows(List<String> columns, List<RowImage> rows) implements Answer {
        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }
    }

    /** An error, known by its class alone: messages hold values. */
    record Failed(String condition) implements Answer {
        private static final String OURS = "CARBON_";

        boolean isRefusal() {
            return condition.startsWith(OURS);
        }
    }

    /** More rows than are held here. */
    record TooMany() implements Answer {}
}
