package io.paladio.carbon.verify;

import io.paladio.carbon.error.CarbonCondition;

/** What a principal should get of a table. */
sealed interface Due {
    /**
     * Some of its rows.
     *
     * @param source a sentence about where that is known from
     */
    record Visible(TableCopy copy, String source) implements Due {}

    /** Nothing but this refusal. */
    record Refused(CarbonCondition condition) implements Due {}
}
