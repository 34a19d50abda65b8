package io.paladio.carbon.index;

import io.paladio.carbon.policy.Securable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Answers that need not be sent again while their etag holds: Index is asked all the same, each time (S22). Of one principal
 * for that principal alone; bounded, the longest unused goes first. Thread-safe.
 */
public final class KnownAnswers {
    private record Key(String principal, Securable table) {}

    private final Map<Key, TableAnswer> answers;

    /** Remembers so many tables' answers, over all principals. */
    public KnownAnswers(int limit) {
        this.answers = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, TableAnswer> eldest) {
                return size() > limit;
            }
        };
    }

    /** What is known about the tables of a request, for its principal. */
    public synchronized Map<Securable, TableAnswer> about(ResolveRequest request) {
        Map<Securable, TableAnswer> known = new HashMap<>();
        for (Securable table : request.tables()) {
            TableAnswer answer = answers.get(new Key(request.caller().name(), table));
            if (answer != null) {
                known.put(table, answer);
            }
        }
        return known;
    }

    /** Keeps an answer. */
    public synchronized void remember(ResolveAnswer answer) {
        answer.tables()
                .forEach(
                        (table, known) -> answers.put(new Key(answer.principal().name(), table), known));
    }
}
