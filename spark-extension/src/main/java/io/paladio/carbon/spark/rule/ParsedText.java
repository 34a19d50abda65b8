package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.RestrictedQuery;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.BoundedParser;
import io.paladio.carbon.spark.catalyst.StreamPlans;
import io.paladio.carbon.spark.catalyst.TreeSize;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.CompoundBody;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** What a text may be, and what Spark's parser may make of it, before any rule sees that. Stateless. */
public final class ParsedText {
    private ParsedText() {}

    /** The parser with these checks around it. */
    public static ParserInterface bounded(SparkSession session, ParserInterface parser) {
        return new BoundedParser(parser, new OfSession(session, new PlanLimits(session)));
    }

    private record OfSession(SparkSession session, PlanLimits limits) implements BoundedParser.Checks {
        @Override
        public void text(String text) {
            StatementText.require(session, text);
        }

        @Override
        public void parameterized(String text, ParameterContext parameters) {
            ParameterLimits.require(session, text, parameters);
        }

        @Override
        public void plan(LogicalPlan plan) {
            limits.requireLittleRepetition(plan);
            requireNoStream(session, plan);
            if (plan instanceof CompoundBody) {
                ScriptLoops.require(session, plan);
                limits.requireFewVariables(plan);
            }
        }

        @Override
        public void expression(Expression expression) {
            requireLittleRepetition(session, expression);
        }

        @Override
        public Optional<RestrictedQuery> view(String text) {
            return GuardedViews.marked(session, text);
        }
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
