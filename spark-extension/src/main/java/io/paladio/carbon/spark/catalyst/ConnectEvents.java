package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import io.paladio.carbon.spark.catalyst.StatementEvent.End;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationEnded;
import io.paladio.carbon.spark.catalyst.StatementEvent.OperationStarted;
import io.paladio.carbon.spark.catalyst.StatementEvent.Request;
import java.time.Instant;
import java.util.Optional;
import org.apache.spark.connect.proto.ExecutePlanRequest;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.connect.service.SparkListenerConnectOperationCanceled;
import org.apache.spark.sql.connect.service.SparkListenerConnectOperationClosed;
import org.apache.spark.sql.connect.service.SparkListenerConnectOperationFailed;
import org.apache.spark.sql.connect.service.SparkListenerConnectOperationFinished;
import org.apache.spark.sql.connect.service.SparkListenerConnectOperationStarted;

/** Reads the listener events of Spark Connect. Stateless. */
final class ConnectEvents {
    private static final ErrorName CANCELED = ErrorNames.known("OPERATION_CANCELED");

    private ConnectEvents() {}

    static Optional<StatementEvent> read(SparkListenerEvent event) {
        if (event instanceof SparkListenerConnectOperationStarted started) {
            return Optional.of(new OperationStarted(
                    started.jobTag(),
                    started.operationId(),
                    Instant.ofEpochMilli(started.eventTime()),
                    started.userId(),
                    ScalaInterop.list(started.sparkSessionTags()),
                    request(ScalaInterop.optional(started.planRequest()))));
        }
        if (event instanceof SparkListenerConnectOperationFinished finished) {
            return ended(finished.jobTag(), finished.eventTime(), End.FINISHED, Optional.empty());
        }
        if (event instanceof SparkListenerConnectOperationFailed failed) {
            ErrorName error = ErrorNames.inMessage(failed.errorMessage());
            return ended(failed.jobTag(), failed.eventTime(), End.FAILED, Optional.of(error));
        }
        if (event instanceof SparkListenerConnectOperationCanceled canceled) {
            return ended(canceled.jobTag(), canceled.eventTime(), End.CANCELED, Optional.of(CANCELED));
        }
        if (event instanceof SparkListenerConnectOperationClosed closed) {
            return ended(closed.jobTag(), closed.eventTime(), End.CLOSED, Optional.empty());
        }
        return Optional.empty();
    }

    private static Optional<StatementEvent> ended(String tag, long time, End end, Optional<ErrorName> error) {
        return Optional.of(new OperationEnded(tag, Instant.ofEpochMilli(time), end, error));
    }

    private static Request request(Optional<ExecutePlanRequest> request) {
        return request.filter(sent -> sent.getPlan().hasCommand()
                                && sent.getPlan().getCommand().hasSqlCommand())
                        .isPresent()
                ? Request.SQL
                : Request.OTHER;
    }
}
