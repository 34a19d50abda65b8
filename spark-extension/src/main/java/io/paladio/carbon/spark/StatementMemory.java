package io.paladio.carbon.spark;

import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The last statements of each session, for whoever asks in the session itself. Bounded, a session and all together: what is over
 * goes, the eldest first. Thread-safe.
 */
final class StatementMemory {
    private static final int MOST_OF_SESSION = 1_000;
    private static final int MOST_OF_ALL = 100_000;

    private final Map<String, Remembered> sessions = new LinkedHashMap<>();
    private int weight;

    private record Owned(String principal, DecidedStatement statement) {
        int weight() {
            return 1 + statement.tables().size() + statement.policies().size();
        }
    }

    private static final class Remembered {
        private final Deque<Owned> statements = new ArrayDeque<>();
        private int weight;
    }

    /** Keeps what may be known of a statement that ended in the session. */
    synchronized void add(String session, StatementRecord statement) {
        Remembered remembered = sessions.containsKey(session) ? take(session) : new Remembered();
        Owned owned = new Owned(statement.principal(), decided(statement));
        remembered.statements.addLast(owned);
        remembered.weight += owned.weight();
        while (remembered.weight > MOST_OF_SESSION && remembered.statements.size() > 1) {
            remembered.weight -= remembered.statements.removeFirst().weight();
        }
        // At the end of the order: the session that said something last goes last.
        sessions.put(session, remembered);
        weight += remembered.weight;
        while (weight > MOST_OF_ALL && sessions.size() > 1) {
            Iterator<String> eldest = sessions.keySet().iterator();
            take(eldest.next());
        }
    }

    /** The principal's own statements of the session, the eldest first. */
    synchronized List<DecidedStatement> of(String session, String principal) {
        Remembered remembered = sessions.getOrDefault(session, new Remembered());
        return remembered.statements.stream()
                .filter(owned -> owned.principal().equals(principal))
                .map(Owned::statement)
                .toList();
    }

    private Remembered take(String session) {
        Remembered taken = sessions.getOrDefault(session, new Remembered());
        sessions.remove(session);
        weight -= taken.weight;
        return taken;
    }

    private static DecidedStatement decided(StatementRecord statement) {
        return new DecidedStatement(
                statement.statementId(),
                statement.ended(),
                statement.outcome().status(),
                statement.outcome().error().map(ErrorName::errorClass),
                Stream.concat(statement.reads().stream().map(TableRead::table), statement.outcome().asked().stream())
                        .map(Securable::toString)
                        .distinct()
                        .toList(),
                statement.reads().stream()
                        .flatMap(read -> read.policies().stream())
                        .map(applied -> applied.policy().toString())
                        .distinct()
                        .toList());
    }
}
