package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.catalyst.Analysis;
import io.paladio.carbon.spark.catalyst.ExplainText;
import io.paladio.carbon.spark.catalyst.PlanReads.PlanRead;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.Statements;
import io.paladio.carbon.spark.catalyst.ViewBarrier;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * L4: what came out of analysis, against the lists and the proof of every read. Default is refusal. Stateless but for its
 * session.
 */
public final class CheckRule implements Consumer<LogicalPlan> {
    private final SparkSession session;
    private final Vocabulary vocabulary;
    private final ReadCheck reads;
    private final ViewCheck views;
    private final Placement placement;
    private final PartitionLimit partitions;
    private final StreamGate streams;

    public CheckRule(SparkSession session) {
        this.session = session;
        this.vocabulary = new Vocabulary(session);
        this.reads = new ReadCheck(session);
        this.views = new ViewCheck(session);
        this.placement = new Placement(session);
        this.partitions = new PartitionLimit(session);
        this.streams = new StreamGate(session);
    }

    @Override
    public void accept(LogicalPlan plan) {
        if (!Statements.bindsRowClass(plan)) {
            Refusals.telling(session, () -> {
                check(plan);
                return plan;
            });
        }
    }

    private void check(LogicalPlan plan) {
        if (Thread.currentThread().isInterrupted()) {
            // A script that was interrupted turns on, where its statements need no task. No handler of its own takes
            // this.
            throw new CancellationException("the statement was interrupted");
        }
        PlanWalk.walk(plan, vocabulary);
        PlanWalk.walk(plan, new Targets());
        streams.requireDefined(plan);
        partitions.require(plan);
        requireProven(plan);
        placement.require(plan);
        if (Analysis.isOutermost()) {
            ExplainText.remember(plan);
            CarbonRuntime.require().statements().analysed(session, plan);
        }
    }

    private void requireProven(LogicalPlan plan) {
        List<PlanRead> proven = reads.prove(plan);
        reads.proveAsCompiled(proven);
        List<ViewBarrier> restricted = views.prove(plan);
        views.proveAsCompiled(restricted);
        List<PlanRead> starting =
                proven.stream().filter(read -> !ProvenScans.isProven(read)).toList();
        if (!starting.isEmpty() || proven.isEmpty() && !restricted.isEmpty()) {
            StatementScope scope = ThreadScopes.current(reads.caller());
            reads.proveCurrent(starting, scope);
            views.proveCurrent(restricted, scope);
        }
    }

    /** What commands make and change. */
    private final class Targets implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            Statements.changed(node).ifPresent(table -> {
                throw Refusals.refuse(session, writeDenied(table.policy()));
            });
            Statements.ungoverned(node).ifPresent(name -> {
                throw Refusals.refuse(
                        session, CarbonCondition.PATH_DENIED.refusal().object(name));
            });
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }

    static RefusalBuilder writeDenied(EffectivePolicy policy) {
        return CarbonCondition.WRITE_DENIED
                .refusal()
                .object(policy.table().toString())
                .principal(policy.principal().name())
                .reason("a policy restricts this principal on the table");
    }
}
