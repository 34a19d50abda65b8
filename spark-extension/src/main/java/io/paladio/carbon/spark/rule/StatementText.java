package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.BracketDepth;
import io.paladio.carbon.spark.catalyst.CubeWidth;
import io.paladio.carbon.spark.catalyst.TextLength;
import org.apache.spark.sql.SparkSession;

/**
 * What a text of SQL may be before Spark parses it, wherever it comes from: a client, a variable, a view. Spark's parser looks
 * ahead over all brackets that follow one, at each of them, and its lexer does so over comments: some kilobytes of nothing else
 * hold a processor for minutes, and nobody can interrupt it. Stateless.
 */
public final class StatementText {
    /** More than any person or generator writes, and little to the parser. */
    private static final int DEEPEST_BRACKETS = 400;

    /** Each level takes the parser twice as long. */
    private static final int DEEPEST_DOUBLING = 4;

    private static final int DEEPEST_COMMENTS = 100;
    /** Twice as many grouping sets with each. */
    private static final int WIDEST_CUBE = 12;

    /** The parser holds a thousand bytes for each word. */
    private static final int MOST_WORDS = 500_000;

    private static final int MARK = 2;

    private StatementText() {}

    /** Refuses, by an error for the session's caller, the text that nests deeper than it may. */
    public static void require(SparkSession session, String text) {
        if (TextLength.exceeds(text, MOST_WORDS)) {
            throw refusal(session, "it has more than " + MOST_WORDS + " words and signs");
        }
        if (nestsComments(text)) {
            throw refusal(session, "its comments nest more than " + DEEPEST_COMMENTS + " deep");
        }
        if (CubeWidth.exceeds(text, WIDEST_CUBE)) {
            throw refusal(session, "it has a CUBE of more than " + WIDEST_CUBE);
        }
        if (BracketDepth.exceeds(text, DEEPEST_BRACKETS, DEEPEST_DOUBLING)) {
            throw refusal(
                    session,
                    "its brackets, or CASE, nest more than " + DEEPEST_BRACKETS
                            + " deep, or IDENTIFIER and LIKE ANY more than " + DEEPEST_DOUBLING);
        }
    }

    /** Takes what opens within a text for a comment too: never less deep than the lexer has it. */
    static boolean nestsComments(String text) {
        int depth = 0;
        for (int at = 0; at < text.length() && depth <= DEEPEST_COMMENTS; at++) {
            if (text.startsWith("/*", at)) {
                depth++;
                at += MARK - 1;
            } else if (text.startsWith("*/", at)) {
                depth = Math.max(0, depth - 1);
                at += MARK - 1;
            }
        }
        return depth > DEEPEST_COMMENTS;
    }

    private static RuntimeException refusal(SparkSession session, String reason) {
        return Refusals.refuse(
                session,
                CarbonCondition.NOT_GOVERNABLE.refusal().object("the statement").reason(reason));
    }
}
