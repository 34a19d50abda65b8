package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import org.apache.spark.sql.SparkSession;

/**
 * What a text of SQL may be before Spark parses it, wherever it comes from: a client, a variable, a view. Spark's parser looks
 * ahead over all brackets that follow one, at each of them: some kilobytes of nothing but brackets hold a processor for minutes,
 * and nobody can interrupt it. Stateless.
 */
public final class StatementText {
    /** More than any person or generator writes, and little to the parser. */
    private static final int DEEPEST = 400;

    private StatementText() {}

    /** Refuses, by an error for the session's caller, the text that nests deeper than it may. */
    public static void require(SparkSession session, String text) {
        if (isTooDeep(text)) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("the statement")
                            .reason("its brackets nest more than " + DEEPEST + " deep"));
        }
    }

    static boolean isTooDeep(String text) {
        int depth = 0;
        for (int at = 0; at < text.length(); at++) {
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
