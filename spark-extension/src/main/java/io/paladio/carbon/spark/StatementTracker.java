package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SessionGovernances;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.lineage.StatementRecord;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import io.paladio.carbon.lineage.StatementSink;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.LocalStatements.Analysed;
import io.paladio.carbon.spark.catalyst.Analysis;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import io.paladio.carbon.spark.catalyst.ErrorNames;
import io.paladio.carbon.spark.catalyst.PlanFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows statements from analysis to their end and hands each finished record to the sinks, once.
 *
 * <p>Facts are taken from the analysed plan, on the query's thread, where the policies still stand in it; the end comes from
 * Spark's events, on a queue of our own. Nothing that goes wrong here reaches a statement or another listener. Thread-safe.
 */
public final class StatementTracker implements StatementLog {
    private static final Logger LOG = LoggerFactory.getLogger(StatementTracker.class);
    private static final String QUEUE = "carbon-statements";
    private static final String EXECUTION_ID = "spark.sql.execution.id";
    private static final long DRAIN_MILLIS = 2_000;
    private static final Duration CATCH_UP = Duration.ofSeconds(1);

    private final SparkContext context;
    private final List<StatementSink> sinks;
    private final StatementMemory memory = new StatementMemory();
    private final OperationStatements operations = new OperationStatements(this::finished);
    private final LocalStatements queries = new LocalStatements(this::finished);
    private final WeakIdentityMap<Boolean> told = new WeakIdentityMap<>();
    private final StatementListener listener = new StatementListener(operations, queries);

    private StatementTracker(SparkContext context, List<StatementSink> sinks) {
        this.context = context;
        this.sinks = List.copyOf(sinks);
    }

    /** Starts to follow the statements of an application; closes the sinks when it is closed. */
    public static StatementTracker start(SparkContext context, List<StatementSink> sinks) {
        StatementTracker tracker = new StatementTracker(context, sinks);
        context.listenerBus().addToQueue(tracker.listener, QUEUE);
        return tracker;
    }

    @Override
    public void asked(SparkSession session, Optional<String> kind, Set<Securable> tables) {
        try {
            Asked asked = new Asked(kind, tables);
            StatementIds.operation(session)
                    .ifPresentOrElse(
                            of -> operations.update(of, statement -> statement.asks(asked)),
                            () -> Analysis.current().ifPresent(analysis -> queries.asked(analysis, asked)));
        } catch (Throwable failure) {
            degraded("what a statement asks for", failure);
        }
    }

    @Override
    public void analysed(SparkSession session, LogicalPlan plan) {
        try {
            Optional<Caller> caller = caller(session);
            Optional<PlanFacts> facts = facts(plan);
            Optional<ConnectOperation> operation = StatementIds.operation(session);
            operation.ifPresentOrElse(
                    of -> operations.update(of, statement -> {
                        caller.ifPresent(statement::askedBy);
                        facts.ifPresent(statement::add);
                    }),
                    () -> queries.analysed(
                            Analysis.current(),
                            plan,
                            new Analysed(StatementIds.current(session), caller, facts, new AtomicBoolean())));
        } catch (Throwable failure) {
            degraded("an analysed plan", failure);
        }
    }

    @Override
    public void refused(SparkSession session, SparkRefusal refusal) {
        try {
            Outcome.Refused refused = RefusedOutcome.of(refusal);
            Optional<Caller> caller = caller(session);
            Optional<ConnectOperation> operation = StatementIds.operation(session);
            if (operation.isPresent()) {
                operations.update(operation.get(), statement -> {
                    caller.ifPresent(statement::askedBy);
                    statement.refuse(refused);
                });
                return;
            }
            executionId(session).ifPresentOrElse(execution -> queries.refused(execution, refused), () -> {
                if (told.get(refusal).isEmpty()) {
                    told.put(refusal, true);
                    finishedAtOnce(session, caller, refused);
                }
            });
        } catch (Throwable failure) {
            degraded("a refusal", failure);
        }
    }

    /** Nothing more will be heard of a statement that is refused outside an operation and before it runs. */
    private void finishedAtOnce(SparkSession session, Optional<Caller> caller, Outcome.Refused refused) {
        OpenStatement statement = new OpenStatement(StatementIds.current(session), Optional.empty(), Instant.now());
        caller.ifPresent(statement::askedBy);
        statement.asks(Analysis.current().map(queries::asked).orElse(Asked.NOTHING));
        statement.refuse(refused);
        finished(StatementIds.ofSpark(session), statement.failed(Instant.now(), ErrorNames.UNKNOWN));
    }

    private static Optional<Long> executionId(SparkSession session) {
        @Nullable String id = session.sparkContext().getLocalProperty(EXECUTION_ID);
        return Optional.ofNullable(id).map(Long::valueOf);
    }

    private Optional<PlanFacts> facts(LogicalPlan plan) {
        try {
            return Optional.of(PlanFacts.of(plan));
        } catch (Throwable failure) {
            degraded("the facts of a plan", failure);
            return Optional.empty();
        }
    }

    private Optional<Caller> caller(SparkSession session) {
        try {
            return Optional.of(SessionGovernances.of(session).caller());
        } catch (RuntimeException unknown) {
            return Optional.empty();
        }
    }

    /** Waits a moment for what Spark has yet to tell: a client asks the moment that it has its answer. */
    @Override
    public List<DecidedStatement> decided(SparkSession session, String principal) {
        ListenerMark mark = new ListenerMark();
        context.listenerBus().post(mark);
        if (!mark.await(CATCH_UP)) {
            LOG.debug("The statements of a session were asked for before all of them were told of");
        }
        return memory.of(StatementIds.session(session), principal);
    }

    @Override
    public List<SinkHealth> evidence() {
        return sinks.stream()
                .map(StatementSink::health)
                .flatMap(Optional::stream)
                .toList();
    }

    private void finished(String session, StatementRecord statement) {
        memory.add(session, statement);
        for (StatementSink sink : sinks) {
            try {
                sink.accept(statement);
            } catch (Throwable failure) {
                degraded("a sink", failure);
            }
        }
    }

    // Never the failure's message: it may quote a plan.
    private static void degraded(String what, Throwable failure) {
        LOG.warn(
                "Evidence of a statement is incomplete: {} failed with {}",
                what,
                failure.getClass().getName());
    }

    @Override
    public void close() {
        try {
            context.listenerBus().waitUntilEmpty(DRAIN_MILLIS);
            context.listenerBus().removeListener(listener);
        } catch (Exception stopped) {
            LOG.info("Spark's listener queue was not empty when statements were closed");
        }
        operations.letGoOfAll();
        sinks.forEach(StatementSink::close);
    }
}
