package io.paladio.carbon.spark.connect;

import java.util.Set;

/**
 * How deep brackets lie within SQL. Spark's parser looks ahead over all brackets that follow one, at each of them: some kilobytes
 * of nothing but brackets hold a processor for minutes, and nobody can interrupt it. Stateless.
 */
final class BracketDepth {
    /** More than any person or generator writes, and little to the parser. */
    private static final int DEEPEST = 400;

    private static final Set<String> SQL = Set.of(
            "spark.connect.SQL.query",
            "spark.connect.SqlCommand.sql",
            "spark.connect.Expression.ExpressionString.expression");

    private BracketDepth() {}

    /** Whether the text of this field is deeper than it may be. */
    static boolean isExceeded(String field, String text) {
        int depth = 0;
        for (int at = 0; SQL.contains(field) && at < text.length(); at++) {
            char each = text.charAt(at);
            // Never below zero: brackets closed in a comment or a text would hide as many that are opened.
            depth = Math.max(0, depth + (each == '(' ? 1 : each == ')' ? -1 : 0));
            if (depth > DEEPEST) {
                return true;
            }
        }
        return false;
    }
}
