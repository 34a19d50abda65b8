package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.spark.catalyst.IdleLoops;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** What a script may be before Spark runs it: one that can be ended. Stateless. */
public final class ScriptLoops {
    private ScriptLoops() {}

    /** Refuses, by an error for the session's caller, a script that could turn for ever without running a statement. */
    public static void require(SparkSession session, LogicalPlan script) {
        if (IdleLoops.areIn(script)) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("a LOOP")
                            .reason("it can turn without running a statement, and nothing could end it then")
                            .remedy("Begin its body with a statement, or use WHILE or REPEAT."));
        }
    }
}
