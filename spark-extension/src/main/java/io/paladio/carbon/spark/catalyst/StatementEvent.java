package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.execution.QueryExecution;

/** What Spark says happened to a statement, without Scala and without anything that evidence must not hold. */
public sealed interface StatementEvent {
    /**
     * Spark Connect took up an operation.
     *
     * @param tag the operation's own job tag
     * @param user the principal, as the interceptor wrote it into the request
     * @param clientTags the tags of the request
     */
    record OperationStarted(
            String tag, String operationId, Instant time, String user, List<String> clientTags, Request request)
            implements StatementEvent {
        public OperationStarted {
            clientTags = List.copyOf(clientTags);
        }
    }

    /** An operation came to an end, or to the last we hear of it. */
    record OperationEnded(String tag, Instant time, End end, Optional<ErrorName> error) implements StatementEvent {}

    /**
     * A query of Spark's own bookkeeping began.
     *
     * @param rootId the query that it is part of; its own id where it is part of none
     * @param operationTag the Connect operation that it works for
     */
    record ExecutionStarted(long id, long rootId, Instant time, Optional<String> operationTag)
            implements StatementEvent {}

    /**
     * Such a query ended.
     *
     * @param refusal what failed it, where that is a refusal of the engine's
     */
    record ExecutionEnded(
            long id, Instant time, Optional<ErrorName> failure, Optional<SparkRefusal> refusal, QueryExecution query)
            implements StatementEvent {}

    /** What a Connect client sent. */
    enum Request {
        /** SQL text, which Connect only analyses where it is a query. */
        SQL,
        OTHER
    }

    /** How an operation ended. */
    enum End {
        FINISHED,
        FAILED,
        CANCELED,
        CLOSED
    }
}
