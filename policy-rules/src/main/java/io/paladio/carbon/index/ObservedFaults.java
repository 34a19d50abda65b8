package io.paladio.carbon.index;

import io.paladio.carbon.index.FaultyDocument.Standing;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The policies at fault in Index's latest answers, table by table: which version they replaced, an answer does not say, so that
 * their tables are refused. Bounded, the table that was asked about longest ago goes first. Thread-safe.
 */
public final class ObservedFaults {
    private static final int MOST_TABLES = 1024;

    private final Map<Securable, List<FaultyDocument>> byTable = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Securable, List<FaultyDocument>> eldest) {
            return size() > MOST_TABLES;
        }
    };

    /** Notes what an answer holds. */
    public synchronized void observe(ResolveAnswer answer) {
        answer.tables().forEach((table, known) -> {
            List<FaultyDocument> faults = faults(known);
            if (faults.isEmpty()) {
                byTable.remove(table);
            } else {
                byTable.put(table, faults);
            }
        });
    }

    /** Each fault once. */
    public synchronized List<FaultyDocument> faults() {
        return byTable.values().stream().flatMap(List::stream).distinct().toList();
    }

    private static List<FaultyDocument> faults(TableAnswer answer) {
        return answer.policies().stream()
                .filter(PolicyCandidate.Invalid.class::isInstance)
                .map(PolicyCandidate.Invalid.class::cast)
                .map(invalid -> new FaultyDocument(invalid.id(), "at " + invalid.path(), Standing.REFUSED))
                .toList();
    }
}
