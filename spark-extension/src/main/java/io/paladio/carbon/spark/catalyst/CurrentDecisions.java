package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.LookupRead;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import java.util.Comparator;
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

    /**
     * A table was decided about.
     *
     * @param shadows what shadow policies would have done
     * @param lookups what the statement has looked up so far, and in which snapshots
     */
    public static void remember(
            Securable table, Decision decision, List<ShadowEffect> shadows, Map<Securable, Optional<Long>> lookups) {
        List<LookupRead> read = lookups.entrySet().stream()
                .map(entry -> new LookupRead(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(lookup -> lookup.table().toString()))
                .toList();
        DECISIONS.get().put(table, new Decided(decision, List.copyOf(shadows), read));
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

    /** What was looked up until the table was decided about. */
    static List<LookupRead> lookups(Securable table) {
        return Optional.ofNullable(DECISIONS.get().get(table))
                .map(Decided::lookups)
                .orElse(List.of());
    }

    private record Decided(Decision decision, List<ShadowEffect> shadows, List<LookupRead> lookups) {}

    /** Keeps the most recent ones. */
    private static final class Recent extends LinkedHashMap<Securable, Decided> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Securable, Decided> eldest) {
            return size() > MOST;
        }
    }
}
