package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What was decided last about each table that this thread's statements read: for evidence, never for enforcement. Confined to
 * each thread.
 */
public final class CurrentDecisions {
    private static final int MOST = 1_000;
    private static final ThreadLocal<Map<Securable, Decision>> DECISIONS = ThreadLocal.withInitial(Recent::new);

    private CurrentDecisions() {}

    /** A table was decided about. */
    public static void remember(Securable table, Decision decision) {
        DECISIONS.get().put(table, decision);
    }

    /** Forgets all: called when the thread starts to serve another call. */
    public static void clear() {
        DECISIONS.remove();
    }

    static Optional<Decision> about(Securable table) {
        return Optional.ofNullable(DECISIONS.get().get(table));
    }

    /** Keeps the most recent ones. */
    private static final class Recent extends LinkedHashMap<Securable, Decision> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Securable, Decision> eldest) {
            return size() > MOST;
        }
    }
}
