package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.BoundedParser;
import io.paladio.carbon.spark.catalyst.StreamPlans;
import io.paladio.carbon.spark.catalyst.TreeSize;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.CompoundBody;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** What a text may be, and what Spark's parser may make of it, before any rule sees that. Stateless. */
public final class ParsedText {
    private ParsedText() {}

    /** The parser with these checks around it. */
    public static ParserInterface bounded(SparkSession session, ParserInterface parser) {
        PlanLimits limits = new PlanLimits(session);
        return new BoundedParser(
                parser,
                text -> StatementText.require(session, text),
                (text, parameters) -> ParameterLimits.require(session, text, parameters),
                plan -> {
                    limits.requireLittleRepetition(plan);
                    requireNoStream(session, plan);
                    if (plan instanceof CompoundBody) {
                        ScriptLoops.require(session, plan);
                        limits.requireFewVariables(plan);
                    }
                },
                expression -> requireLittleRepetition(session, expression));
    }

    /** A text is run once. A stream is defined by what reads it, and started by what writes it. */
    private static void requireNoStream(SparkSession session, LogicalPlan plan) {
        if (StreamPlans.namesStream(plan)) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("a stream")
                            .reason("no statement of SQL is one")
                            .remedy("Read the table by readStream and write it by writeStream.toTable."));
        }
    }

    /** Simple CASE holds what it compares once for each of its branches. */
    private static void requireLittleRepetition(SparkSession session, Expression expression) {
        if (TreeSize.repeated(expression) > CallLimits.MOST_OF_A_CALL) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("an expression")
                            .reason("it is made of more than " + CallLimits.MOST_OF_A_CALL
                                    + " parts, those that stand in it several times each time"));
        }
    }
}
