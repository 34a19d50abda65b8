package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.spark.CarbonRuntime;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/** How a rule refuses: the statement's record says so once, and the statement ends. Stateless. */
final class Refusals {
    private Refusals() {}

    /** The refusal to throw, already told to the statement's record. */
    static SparkRefusal refuse(SparkSession session, RefusalBuilder refusal) {
        askedBy(session).ifPresent(refusal::askedBy);
        SparkRefusal refused = SparkRefusal.of(refusal.build());
        CarbonRuntime.require().statements().refused(session, refused);
        return refused;
    }

    /** Runs a rule: whatever of the engine's refuses in it, the statement's record says so. */
    static <T> T telling(SparkSession session, Supplier<T> rule) {
        try {
            return rule.get();
        } catch (SparkRefusal refusal) {
            CarbonRuntime.require().statements().refused(session, refusal);
            throw refusal;
        }
    }

    /** A session whose identity does not hold is refused for what it asked all the same. */
    private static Optional<String> askedBy(SparkSession session) {
        try {
            return Optional.of(CarbonRuntime.require()
                    .identities()
                    .require(session)
                    .caller()
                    .name());
        } catch (SparkRefusal unknown) {
            return Optional.empty();
        }
    }
}
