package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.ParameterSize;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParameterContext;

/**
 * What a text may become by its parameters: Spark writes the value of each into the text wherever it is named, and the whole text anew each
 * time. Stateless.
 */
final class ParameterLimits {
    private static final long MOST_CHARACTERS = 8_000_000;
    private static final long MOST_WRITTEN = 10_000_000_000L;

    private ParameterLimits() {}

    static void require(SparkSession session, String text, ParameterContext parameters) {
        long markers = ParameterSize.markers(text);
        long length = text.length() + markers * ParameterSize.longest(parameters);
        if (length > MOST_CHARACTERS || markers * length > MOST_WRITTEN) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("the statement")
                            .reason(
                                    "with the values of its parameters, each wherever it is named, it would be longer than "
                                            + MOST_CHARACTERS + " characters")
                            .remedy("Keep the value in a table, or name it once: WITH p AS (SELECT :p AS v)."));
        }
    }
}
