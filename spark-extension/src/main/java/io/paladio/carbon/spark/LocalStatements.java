package io.paladio.carbon.spark;

import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.ErrorName;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.spark.catalyst.PlanFacts;
import io.paladio.carbon.spark.catalyst.StatementEvent.ExecutionEnded;
import io.paladio.carbon.spark.catalyst.StatementEvent.ExecutionStarted;
import io.paladio.carbon.spark.catalyst.StreamBatch;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.QueryExecution;

/**
 * Statements outside Spark Connect: each query that runs and is not part of another. An analysis that nobody runs leaves
 * nothing, and what is known of it goes with the plan. Thread-safe.
 */
final class LocalStatements {
    private static final int MOST_RUNNING = 10_000;

    private final BiConsumer<String, StatementRecord> finished;
    private final WeakIdentityMap<Analysed> analysed = new WeakIdentityMap<>();
    private final WeakIdentityMap<Asked> asked = new WeakIdentityMap<>();
    private final Map<Long, Running> running = new LinkedHashMap<>();

    /** @param finished told of each statement at its end, and of the session that it was in */
    LocalStatements(BiConsumer<String, StatementRecord> finished) {
        this.finished = finished;
    }

    /** Remembers an analysed plan for the queries that will run it. */
    void analysed(Optional<QueryPlanningTracker> analysis, LogicalPlan plan, Analysed facts) {
        analysed.put(plan, facts);
        analysis.ifPresent(tracker -> analysed.put(tracker, facts));
    }

    /** Remembers what is asked for in an analysis, whether or not it comes to a plan. */
    void asked(QueryPlanningTracker analysis, Asked more) {
        asked.put(analysis, asked(analysis).and(more));
    }

    /** What was asked for in the analysis so far. */
    Asked asked(QueryPlanningTracker analysis) {
        return asked.get(analysis).orElse(Asked.NOTHING);
    }

    synchronized void started(ExecutionStarted event) {
        at(event.id()).time = event.time();
        at(event.id()).nested = event.id() != event.rootId();
        if (running.size() > MOST_RUNNING) {
            running.remove(running.keySet().iterator().next());
        }
    }

    /** The query was refused while it ran. */
    synchronized void refused(long executionId, Outcome.Refused refusal) {
        Running run = at(executionId);
        run.refusal = Optional.of(run.refusal.orElse(refusal));
    }

    private Running at(long executionId) {
        return running.computeIfAbsent(executionId, id -> new Running());
    }

    void ended(ExecutionEnded event) {
        Running run = remove(event.id());
        if (!run.nested && !StreamBatch.isFrame(event.query())) {
            finished.accept(StatementIds.ofSpark(event.query().sparkSession()), record(event, run));
        }
    }

    private synchronized Running remove(long executionId) {
        Running run = running.remove(executionId);
        return run == null ? new Running() : run;
    }

    private StatementRecord record(ExecutionEnded event, Running run) {
        Optional<Analysed> known = known(event.query());
        OpenStatement statement = new OpenStatement(
                known.map(Analysed::claimId).orElseGet(LocalStatements::fresh), Optional.empty(), run.time);
        known.flatMap(Analysed::caller).ifPresent(statement::askedBy);
        known.map(Analysed::facts).orElseGet(() -> late(event.query())).ifPresent(statement::add);
        statement.asks(asked(event.query().tracker()));
        run.refusal.or(() -> event.refusal().map(RefusedOutcome::of)).ifPresent(statement::refuse);
        Optional<ErrorName> failure = event.failure();
        return failure.isPresent() ? statement.failed(event.time(), failure.get()) : statement.completed(event.time());
    }

    private Optional<Analysed> known(QueryExecution query) {
        return analysed.get(query.tracker()).or(() -> plan(query).flatMap(analysed::get));
    }

    // Common tables are inlined before a plan is checked, so that the plan that runs is another one than was seen.
    private static Optional<PlanFacts> late(QueryExecution query) {
        return plan(query).map(PlanFacts::of);
    }

    // Where the analysis failed, asking for its plan throws the error again, a checked one that Scala does not declare.
    private static Optional<LogicalPlan> plan(QueryExecution query) {
        try {
            return Optional.of(query.analyzed());
        } catch (Exception failed) {
            return Optional.empty();
        }
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    /** An analysed plan. A plan that runs more than once is a statement each time: only the first has the analysis' id. */
    record Analysed(String statementId, Optional<Caller> caller, Optional<PlanFacts> facts, AtomicBoolean claimed) {
        private String claimId() {
            return claimed.compareAndSet(false, true) ? statementId : fresh();
        }
    }

    private static final class Running {
        private Instant time = Instant.now();
        private boolean nested;
        private Optional<Outcome.Refused> refusal = Optional.empty();
    }
}
