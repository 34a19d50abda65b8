package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.spark.CarbonRuntime;
import org.apache.spark.sql.SparkSession;

/** How a rule refuses: the statement's record says so once, and the statement ends. Stateless. */
final class Refusals {
    private Refusals() {}

    /** The refusal to throw, already told to the statement's record. */
    static SparkRefusal refuse(SparkSession session, RefusalBuilder refusal) {
        SparkRefusal refused = SparkRefusal.of(refusal.build());
        CarbonRuntime.require().statements().refused(session, refused);
        return refused;
    }
}
