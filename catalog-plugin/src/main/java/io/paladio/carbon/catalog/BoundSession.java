package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.lang.ref.WeakReference;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * The session that a catalog serves, looked up anew with each use. Held weakly: connections outlive their catalog until they are
 * closed, and must not keep a whole session. Thread-safe.
 */
final class BoundSession implements Supplier<SessionGovernance> {
    private final WeakReference<SparkSession> session;

    BoundSession(SparkSession session) {
        this.session = new WeakReference<>(session);
    }

    /** The session's governance; refuses where the session is gone or not governed. */
    @Override
    public SessionGovernance get() {
        SparkSession alive = session.get();
        if (alive == null) {
            throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("this session")
                    .reason("it has ended")
                    .build());
        }
        return SessionGovernances.of(alive);
    }
}
