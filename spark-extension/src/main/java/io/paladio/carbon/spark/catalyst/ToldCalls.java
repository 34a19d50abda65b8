package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SessionGovernances;
import io.paladio.carbon.catalog.SparkRefusal;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/** Functions of ours are called while Spark resolves a statement: what they refuse, no rule tells. Stateless. */
final class ToldCalls {
    private ToldCalls() {}

    /** What the call gives; if it is refused, the statement's record says so. */
    static <T> T telling(Supplier<T> call) {
        try {
            return call.get();
        } catch (SparkRefusal refusal) {
            SessionGovernances.of(SparkSession.active()).refused(refusal);
            throw refusal;
        }
    }
}
