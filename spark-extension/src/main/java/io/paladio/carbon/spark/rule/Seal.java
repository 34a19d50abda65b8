package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.GovernedScan;
import io.paladio.carbon.catalog.OwedTags;
import io.paladio.carbon.catalog.SealProof;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.spark.catalyst.PlanReads;
import io.paladio.carbon.spark.catalyst.PlanReads.PlanRead;
import io.paladio.carbon.spark.catalyst.SealStrategy;
import io.paladio.carbon.spark.catalyst.ViewBarrier;
import io.paladio.carbon.spark.catalyst.WriteProof;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.read.Scan;

/**
 * L5: opens the scans of a plan once every one of them is proven to stand under its own policy, for this principal, as of now.
 * A scan that was not opened here gives up no batch. Stateless but for its session.
 */
public final class Seal implements SealStrategy.LastLook {
    private final SparkSession session;
    private final ReadCheck check;
    private final ViewCheck views;

    public Seal(SparkSession session) {
        this.session = session;
        this.check = new ReadCheck(session);
        this.views = new ViewCheck(session);
    }

    @Override
    public OwedTags owing(Obligations owed) {
        return new IndexedTags(session, owed);
    }

    @Override
    public void close(LogicalPlan root) {
        Refusals.telling(session, () -> {
            prove(root);
            return root;
        });
    }

    private void prove(LogicalPlan root) {
        List<PlanRead> reads = check.prove(root);
        reads.forEach(this::requireGovernedScan);
        List<ViewBarrier> restricted = views.prove(root);
        boolean starts = PlanReads.starting(root).stream().anyMatch(read -> !ProvenScans.isProven(read));
        if (starts || reads.isEmpty() && !restricted.isEmpty()) {
            StatementScope scope = ThreadScopes.current(check.caller());
            check.proveCurrent(reads, scope);
            views.proveCurrent(restricted, scope);
            scope.spend();
        }
        reads.forEach(read -> read.scan().ifPresent(scan -> open(scan, read)));
        WriteProof.of(root)
                .writes()
                .forEach(write -> write.seal(SealProof.of(write.target().policy())));
    }

    private void requireGovernedScan(PlanRead read) {
        boolean bare = read.raw().isPresent()
                && read.scan().filter(scan -> !(scan instanceof GovernedScan)).isPresent();
        if (bare) {
            throw check.broken(read, check.caller());
        }
    }

    private static void open(Scan scan, PlanRead read) {
        if (scan instanceof GovernedScan governed) {
            governed.seal(SealProof.of(read.barrier().orElseThrow().policy()));
        }
        ProvenScans.add(scan);
    }
}
