package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was decided last about each table that this thread's statements read: for evidence, never for enforcement. Confined to
 * each thread.
 */
public final class CurrentDecisions {
    private static final int MOST = 1_000;
    private static final ThreadLocal<Map<Securable, Decided>> DECISIONS = ThreadLocal.withInitial(Recent::new);

    private CurrentDecisions() {}

    /** A table was decided about, and shadow policies would have had these effects. */
    public static void remember(Securable table, Decision decision, List<ShadowEffect> shadows) {
        DECISIONS.get().put(table, new Decided(decision, List.copyOf(shadows)));
    }

    /** Forgets all: called when the thread starts to serve another call. */
    public static void clear() {
        DECISIONS.remove();
    }

    static Optional<Decision> about(Securable table) {
        return Optional.ofNullable(DECISIONS.get().get(table)).map(Decided::decision);
    }

    /** What shadow policies would have done to the table. */
    static List<ShadowEffect> shadows(Securable table) {
        return Optional.ofNullable(DECISIONS.get().get(table))
                .map(Decided::shadows)
                .orElse(List.of());
    }

    private record Decided(Decision decision, List<ShadowEffect> shadows) {}

    /** Keeps the most recent ones. */
    private static final class Recent extends LinkedHashMap<Securable, Decided> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Securable, Decided> eldest) {
            return size() > MOST;
        }
    }
}
