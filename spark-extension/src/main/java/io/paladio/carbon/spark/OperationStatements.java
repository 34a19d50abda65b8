package io.paladio.carbon.spark;

import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.spark.catalyst.ErrorNames;
import io.paladio.carbon.spark.catalyst.StatementEvent.End;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationEnded;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationStarted;
import io.paladio.carbon.spark.catalyst.StatementEvent.Request;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The statements of Spark Connect: one for each operation, known by the operation's tag, which names user, session and
 * operation. Each gives exactly one record, at its end. Bounded: the oldest statement is let go where there are too many.
 * Thread-safe.
 */
final class OperationStatements {
    private static final int MOST_OPEN = 10_000;
    private static final int MOST_REMEMBERED = 20_000;

    private final BiConsumer<String, StatementRecord> finished;
    private final Map<String, OpenStatement> open = new LinkedHashMap<>();
    private final Set<String> sentAsSql = new HashSet<>();
    private final Set<String> executed = new HashSet<>();
    private final Set<String> closed = new LinkedHashSet<>();

    /** @param finished told of each statement at its end, and of the session that it was in */
    OperationStatements(BiConsumer<String, StatementRecord> finished) {
        this.finished = finished;
    }

    /** Changes what is known of an operation that has not ended. */
    synchronized void update(ConnectOperation operation, Consumer<OpenStatement> change) {
        if (closed.contains(operation.tag())) {
            return;
        }
        change.accept(open.computeIfAbsent(
                operation.tag(),
                tag -> new OpenStatement(
                        operation.statementId(), Optional.of(operation.operationId()), Instant.now())));
        if (open.size() > MOST_OPEN) {
            letGo(open.keySet().iterator().next());
        }
    }

    synchronized void started(OperationStarted event) {
        ConnectOperation operation = ConnectOperation.of(event.tag(), event.operationId(), event.clientTags());
        update(operation, statement -> {
            statement.startedAt(event.time());
            statement.askedBy(event.user());
        });
        if (event.request() == Request.SQL && open.containsKey(event.tag())) {
            sentAsSql.add(event.tag());
        }
    }

    /** A query ran for the operation. */
    synchronized void executed(String tag) {
        if (open.containsKey(tag)) {
            executed.add(tag);
        }
    }

    /** A query of the operation failed, which says more than the operation's own message may. */
    synchronized void failed(String tag, ErrorName error) {
        OpenStatement statement = open.get(tag);
        if (statement != null) {
            statement.failedBy(error);
        }
    }

    /** A query of the operation was refused while it ran. */
    synchronized void refused(String tag, Outcome.Refused refusal) {
        OpenStatement statement = open.get(tag);
        if (statement != null) {
            statement.refuse(refusal);
        }
    }

    synchronized void ended(OperationEnded event) {
        // Connect answers a query sent as SQL text by a handle, and the client sends that again to get rows: that one
        // counts.
        boolean onlyAnalysed = sentAsSql.contains(event.tag()) && !executed.contains(event.tag());
        remove(event.tag()).ifPresent(statement -> {
            if (event.end() != End.FINISHED) {
                finish(event.tag(), statement.failed(event.time(), event.error().orElse(ErrorNames.UNKNOWN)));
            } else if (!onlyAnalysed || !statement.onlyAsks()) {
                finish(event.tag(), statement.completed(event.time()));
            }
        });
    }

    /** Gives a record for every statement that has not ended: nobody will hear of its end. */
    synchronized void letGoOfAll() {
        Set.copyOf(open.keySet()).forEach(this::letGo);
    }

    synchronized int openStatements() {
        return open.size();
    }

    private void letGo(String tag) {
        remove(tag).ifPresent(statement -> finish(tag, statement.failed(Instant.now(), ErrorNames.UNKNOWN)));
    }

    private void finish(String tag, StatementRecord statement) {
        finished.accept(ConnectOperation.session(tag), statement);
    }

    private Optional<OpenStatement> remove(String tag) {
        sentAsSql.remove(tag);
        executed.remove(tag);
        closed.add(tag);
        if (closed.size() > MOST_REMEMBERED) {
            Iterator<String> oldest = closed.iterator();
            oldest.next();
            oldest.remove();
        }
        return Optional.ofNullable(open.remove(tag));
    }
}
