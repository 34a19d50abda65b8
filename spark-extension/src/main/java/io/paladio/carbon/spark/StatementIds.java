package io.paladio.carbon.spark;

import io.paladio.carbon.spark.catalyst.Analysis;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.jspecify.annotations.Nullable;

/**
 * The id under which decision record, lineage and the face know a statement.
 *
 * <p>On Spark Connect it is the operation id, or what the door gave the request as tag {@code carbon-statement=<id>}; both come
 * from the job tags that the Connect server set on the thread for the caller's own request. Outside Connect each analysis has an
 * id of its own. Thread-safe.
 */
public final class StatementIds {
    private static final String JOB_TAGS = "spark.job.tags";
    private static final String STREAM = "sql.streaming.queryId";
    private static final Map<QueryPlanningTracker, String> BY_ANALYSIS = new WeakHashMap<>();

    private StatementIds() {}

    /** The id of the statement that this thread analyses or runs. */
    public static String current(SparkSession session) {
        return operation(session).map(ConnectOperation::statementId).orElseGet(StatementIds::ofAnalysis);
    }

    /**
     * The Connect operation that this thread serves, if it does. A stream's thread carries the tags of the operation that started
     * it, which has ended.
     */
    static Optional<ConnectOperation> operation(SparkSession session) {
        if (session.sparkContext().getLocalProperty(STREAM) != null) {
            return Optional.empty();
        }
        return ConnectOperation.among(tags(session.sparkContext().getLocalProperty(JOB_TAGS)));
    }

    /** What the thread runs from now on is of no operation: it is a stream's. */
    public static void leaveOperation(SparkSession session) {
        session.sparkContext().setLocalProperty(JOB_TAGS, null);
    }

    /** The session that this thread serves: that of its Connect operation, or Spark's own. */
    static String session(SparkSession session) {
        return operation(session).map(ConnectOperation::session).orElseGet(() -> ofSpark(session));
    }

    /** A session of Spark's outside Connect. */
    static String ofSpark(SparkSession session) {
        return "local " + ((org.apache.spark.sql.classic.SparkSession) session).sessionUUID();
    }

    private static String ofAnalysis() {
        return Analysis.current().map(StatementIds::of).orElseGet(StatementIds::fresh);
    }

    /** The id of a query's analysis, wherever that was or is done. */
    static String of(QueryPlanningTracker analysis) {
        synchronized (BY_ANALYSIS) {
            return BY_ANALYSIS.computeIfAbsent(analysis, key -> fresh());
        }
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    private static List<String> tags(@Nullable String joined) {
        return joined == null ? List.of() : Arrays.asList(joined.split(",", -1));
    }
}
