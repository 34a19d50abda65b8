package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;

/**
 * Where the extension, when Spark builds a session's analyzer with it, leaves word that the session is governed.
 *
 * <p>Spark only warns when an extension class is missing. So a catalog asks here, and a session without an entry reads
 * nothing. Thread-safe.
 */
public final class SessionGovernances {
    private static final Map<SparkSession, SessionGovernance> BY_SESSION = new WeakHashMap<>();

    private SessionGovernances() {}

    /** Called by the extension alone. The governance must not hold the session other than weakly, or neither is ever collected. */
    public static synchronized void install(SparkSession session, SessionGovernance governance) {
        BY_SESSION.put(session, governance);
    }

    /** The session's governance; refuses with NOT_GOVERNABLE where the extension is not active in the session. */
    public static synchronized SessionGovernance of(SparkSession session) {
        SessionGovernance governance = BY_SESSION.get(session);
        if (governance == null) {
            throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("this session")
                    .reason("the Carbon Spark extension is not active in it")
                    .remedy("Ask the operator to set spark.sql.extensions.")
                    .build());
        }
        return governance;
    }
}
