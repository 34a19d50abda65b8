package io.paladio.carbon.spark;

import io.paladio.carbon.spark.catalyst.StatementEvent;
import io.paladio.carbon.spark.catalyst.StatementEvent.ExecutionEnded;
import io.paladio.carbon.spark.catalyst.StatementEvent.ExecutionStarted;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationEnded;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationStarted;
import io.paladio.carbon.spark.catalyst.StatementEvents;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears Spark's events. Does little for each and lets nothing out: an error on a listener's thread stops the SparkContext, and
 * with it everybody's queries. Called by one thread, that of its queue.
 */
final class StatementListener extends SparkListener {
    private static final Logger LOG = LoggerFactory.getLogger(StatementListener.class);
    private static final int MOST_EXECUTIONS = 10_000;

    private final OperationStatements operations;
    private final LocalStatements queries;
    private final Map<Long, String> operationOf = new LinkedHashMap<>();

    StatementListener(OperationStatements operations, LocalStatements queries) {
        this.operations = operations;
        this.queries = queries;
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        try {
            if (event instanceof ListenerMark mark) {
                mark.reached();
                return;
            }
            StatementEvents.read(event).ifPresent(this::handle);
        } catch (Throwable failure) {
            LOG.warn(
                    "An event of Spark was not understood: {}",
                    failure.getClass().getName());
        }
    }

    private void handle(StatementEvent event) {
        if (event instanceof OperationStarted started) {
            operations.started(started);
        } else if (event instanceof OperationEnded ended) {
            operations.ended(ended);
        } else if (event instanceof ExecutionStarted started) {
            started.operationTag()
                    .ifPresentOrElse(tag -> startedFor(tag, started.id()), () -> queries.started(started));
        } else if (event instanceof ExecutionEnded ended) {
            ended(ended);
        }
    }

    private void startedFor(String tag, long execution) {
        operationOf.put(execution, tag);
        if (operationOf.size() > MOST_EXECUTIONS) {
            operationOf.remove(operationOf.keySet().iterator().next());
        }
        operations.executed(tag);
    }

    private void ended(ExecutionEnded event) {
        String tag = operationOf.remove(event.id());
        if (tag == null) {
            queries.ended(event);
        } else {
            event.failure().ifPresent(error -> operations.failed(tag, error));
            event.refusal().map(RefusedOutcome::of).ifPresent(refusal -> operations.refused(tag, refusal));
        }
    }
}
