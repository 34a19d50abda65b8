package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;

/** What is said of something that a list refuses to everybody, whatever policies say. Stateless. */
public final class ListedRefusals {
    private ListedRefusals() {}

    /** A node, command or part of a request. */
    public static RefusalBuilder of(CarbonCondition condition, String shown) {
        RefusalBuilder refusal = condition.refusal().object(shown);
        return condition == CarbonCondition.METADATA_DENIED
                ? refusal.remedy("It is refused to every principal: query the table itself.")
                : refusal;
    }

    /** A function, or an expression: on the lists, those that would read by path are about XML. */
    static RefusalBuilder ofCall(CarbonCondition condition, String shown) {
        return condition == CarbonCondition.PATH_DENIED
                ? condition
                        .refusal()
                        .object(shown)
                        .sentence("{object} could open whatever documents a text or an option of it names.")
                        .remedy("Take XML apart outside the engine, and load what you need into a table.")
                : of(condition, shown);
    }
}
