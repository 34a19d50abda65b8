package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.spark.catalyst.StatementEvent.ExecutionEnded;
import io.paladio.carbon.spark.catalyst.StatementEvent.ExecutionStarted;
import java.time.Instant;
import java.util.Optional;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;

/** Reads Spark's listener events; those of Connect only where Connect is there to send them. Stateless. */
public final class StatementEvents {
    private static final String CONNECT = "org.apache.spark.sql.connect.service.";
    private static final String OPERATION_TAG = "SparkConnect_OperationTag_";

    private StatementEvents() {}

    /** The event, where it is about a statement. */
    public static Optional<StatementEvent> read(SparkListenerEvent event) {
        if (event instanceof SparkListenerSQLExecutionStart start) {
            return Optional.of(new ExecutionStarted(
                    start.executionId(),
                    ScalaInterop.optional(start.rootExecutionId())
                            .map(Long.class::cast)
                            .orElse(start.executionId()),
                    Instant.ofEpochMilli(start.time()),
                    ScalaInterop.list(start.jobTags()).stream()
                            .filter(tag -> tag.startsWith(OPERATION_TAG))
                            .findFirst()));
        }
        if (event instanceof SparkListenerSQLExecutionEnd end) {
            Optional<Throwable> failure = ScalaInterop.optional(end.executionFailure());
            return Optional.of(new ExecutionEnded(
                    end.executionId(),
                    Instant.ofEpochMilli(end.time()),
                    failure.map(ErrorNames::of),
                    failure.flatMap(ErrorNames::refusal),
                    end.qe()));
        }
        // Loaded only when such an event exists: an application without Connect has none of its classes.
        return event.getClass().getName().startsWith(CONNECT) ? ConnectEvents.read(event) : Optional.empty();
    }
}
