package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.Analysis;
import io.paladio.carbon.spark.catalyst.CallSize;
import io.paladio.carbon.spark.catalyst.GuardedFunctions;
import io.paladio.carbon.spark.catalyst.PlanConstants;
import io.paladio.carbon.spark.catalyst.TreeSize;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * What a call of a function may be written out to, and what it may come to where it is a constant: some functions hold an argument several
 * times, and one within the other doubles it each time. Stateless.
 */
final class CallLimits implements GuardedFunctions.Guard {
    static final int MOST_OF_A_STATEMENT = 1_000_000;
    /** More than nested calls of some levels need, and little to the rules that go through it. */
    static final int MOST_OF_A_CALL = 10_000;

    static final String CONSTANT =
            "a constant would come to more than 16 MiB, and Spark works it out where it plans for all";

    @Override
    public void called(String name, List<Expression> arguments) {
        requireWritten(name, CallSize.of(name, arguments));
    }

    @Override
    public void made(Expression call) {
        String name = call.prettyName();
        // First, and by looking at each part once: whatever else asks the call goes through all that it is written out
        // to.
        requireWritten(name, TreeSize.repeated(call));
        requireWritten(name, CallSize.of(call));
        requireConstant(name, PlanConstants.of(call));
    }

    private static void requireWritten(String name, long parts) {
        if (parts > MOST_OF_A_CALL) {
            throw refusal(name, "Spark would write the call out to more than " + MOST_OF_A_CALL + " parts");
        }
        if (parts > 1 && Analysis.write(parts) > MOST_OF_A_STATEMENT) {
            throw refusal(name, "Spark would write such calls out to more than " + MOST_OF_A_STATEMENT + " parts");
        }
    }

    private static void requireConstant(String name, PlanConstants.Bytes bytes) {
        if (bytes.largest() > PlanConstants.most().largest()) {
            throw refusal(name, CONSTANT);
        }
    }

    private static RuntimeException refusal(String name, String reason) {
        return Refusals.refuse(
                SparkSession.active(),
                CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object(name)
                        .reason(reason)
                        .remedy("Divide the statement, and keep what comes between in tables."));
    }
}
