package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.LookupRead;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.TableShadow;
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
    private static final TableShadow NO_SHADOW = new TableShadow(new TableSchema(0, List.of()), List.of());
    private static final ThreadLocal<Map<Securable, Decided>> DECISIONS = ThreadLocal.withInitial(Recent::new);

    private CurrentDecisions() {}

    /**
     * A table was decided about.
     *
     * @param shadow its shadow policies
     * @param lookups what the statement has looked up so far, and in which snapshots
     */
    public static void remember(
            Securable table, Decision decision, TableShadow shadow, Map<Securable, Optional<Long>> lookups) {
        List<LookupRead> read = lookups.entrySet().stream()
                .map(entry -> new LookupRead(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(lookup -> lookup.table().toString()))
                .toList();
        DECISIONS.get().put(table, new Decided(decision, shadow, read));
    }

    /** Forgets all: called when the thread starts to serve another call. */
    public static void clear() {
        DECISIONS.remove();
    }

    static Optional<Decision> about(Securable table) {
        return Optional.ofNullable(DECISIONS.get().get(table)).map(Decided::decision);
    }

    /** The table's shadow policies; none where it was not decided about. */
    static TableShadow shadow(Securable table) {
        return Optional.ofNullable(DECISIONS.get().get(table))
                .map(Decided::shadow)
                .orElse(NO_SHADOW);
    }

    /** One of the table's shadow policies turned out to be at fault while its rows were to be counted. */
    static void failing(Securable table, PolicyReference policy, String reason) {
        DECISIONS
                .get()
                .computeIfPresent(
                        table,
                        (known, decided) -> new Decided(
                                decided.decision(), decided.shadow().failing(policy, reason), decided.lookups()));
    }

    /** Whether any of the tables has shadow filters whose rows are counted. */
    static boolean countsRows() {
        return DECISIONS.get().values().stream()
                .anyMatch(decided -> !decided.shadow().filters().isEmpty());
    }

    /** What was looked up until the table was decided about. */
    static List<LookupRead> lookups(Securable table) {
        return Optional.ofNullable(DECISIONS.get().get(table))
                .map(Decided::lookups)
                .orElse(List.of());
    }

    private record Decided(Decision decision, TableShadow shadow, List<LookupRead> lookups) {}

    /** Keeps the most recent ones. */
    private static final class Recent extends LinkedHashMap<Securable, Decided> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Securable, Decided> eldest) {
            return size() > MOST;
        }
    }
}
