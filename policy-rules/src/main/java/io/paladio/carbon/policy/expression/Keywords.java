package io.paladio.carbon.policy.expression;

import java.util.Locale;
import java.util.Set;

/** The words that can't be a column's name unless it stands in back-ticks. */
final class Keywords {
    private static final Set<String> RESERVED = Set.of(
            "AND", "AS", "BETWEEN", "CASE", "CAST", "ELSE", "END", "EXISTS", "FALSE", "FROM", "IN", "IS", "LIKE", "NOT",
            "NULL", "OR", "SELECT", "THEN", "TRUE", "WHEN", "WHERE");

    private Keywords() {}

    static boolean isReserved(String word) {
        return RESERVED.contains(word.toUpperCase(Locale.ROOT));
    }
}
