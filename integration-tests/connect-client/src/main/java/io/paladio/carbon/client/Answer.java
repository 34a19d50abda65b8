package io.paladio.carbon.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a server made of one statement. */
public sealed interface Answer {
    /** Rows, each a list of plain values in the order of the columns. */
    record Rows(List<String> columns, List<List<@Nullable Object>> rows) implements Answer {}

    /**
     * An error.
     *
     * @param errorClass the error class, or the kind of failure where there is none
     * @param sqlState five characters, empty where there are none
     */
    record Refused(String errorClass, String sqlState, String message) implements Answer {}
}
