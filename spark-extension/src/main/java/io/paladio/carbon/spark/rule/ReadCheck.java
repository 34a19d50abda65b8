package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.GovernedMetadata;
import io.paladio.carbon.catalog.GovernedRawTable;
import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.catalog.GovernedTarget;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.CarbonConfig.RestrictedWrites;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.catalyst.Barrier;
import io.paladio.carbon.spark.catalyst.GovernedRelations;
import io.paladio.carbon.spark.catalyst.PlanReads;
import io.paladio.carbon.spark.catalyst.PlanReads.PlanRead;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.WriteProof;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.Table;

/**
 * The proof that a plan reads only what its principal may, as analysis and planning both ask for it: every restricted table under
 * its own barrier, for this principal, under the policies that hold now; every other table from the face. Stateless but for the
 * session that it is for.
 */
final class ReadCheck {
    private final SparkSession session;

    ReadCheck(SparkSession session) {
        this.session = session;
    }

    /** Refuses what is not proven; answers what the plan reads. */
    List<PlanRead> prove(LogicalPlan plan) {
        List<Barrier> barriers = PlanReads.barriers(plan);
        List<PlanRead> reads = PlanReads.of(plan);
        if (barriers.isEmpty() && reads.isEmpty()) {
            return reads;
        }
        Caller caller = caller();
        barriers.forEach(barrier -> requireSamePrincipal(barrier, caller));
        reads.forEach(read -> requireGoverned(read, caller));
        requireGoverned(WriteProof.of(plan), reads, caller);
        return reads;
    }

    /** A write in no form that keeps to S12 is refused, and so are rows with their stored values that go into no such write. */
    private void requireGoverned(WriteProof proof, List<PlanRead> reads, Caller caller) {
        proof.broken().ifPresent(target -> {
            throw broken(target.securable(), caller);
        });
        reads.stream()
                .filter(read -> read.target().isPresent() && !read.isWritten() && !ProvenScans.isProven(read))
                .filter(read -> read.barrier().filter(proof::holds).isEmpty())
                .findFirst()
                .ifPresent(read -> {
                    throw broken(read, caller);
                });
        if (proof.isOfWrites() && CarbonRuntime.require().config().restrictedWrites() != RestrictedWrites.CHECK) {
            throw Refusals.refuse(session, writesDenied(caller));
        }
    }

    private static RefusalBuilder writesDenied(Caller caller) {
        return CarbonCondition.WRITE_DENIED
                .refusal()
                .object("a table")
                .principal(caller.name())
                .reason("a policy restricts this principal on the table");
    }

    /**
     * Refuses where a rule of Spark's analyser, or of anybody, changed what a policy says. Asked of analysed plans: what has a scan
     * was optimized, and stands in a plan that Spark analyses once more.
     */
    void proveAsCompiled(List<PlanRead> reads) {
        for (PlanRead read : reads) {
            boolean compiled = read.scan().isPresent()
                    || read.barrier().map(PolicyBarrier::isAsCompiled).orElse(true);
            if (!compiled) {
                throw broken(read, caller());
            }
        }
    }

    /**
     * Refuses where the policies that the plan was wrapped with are not the ones that the scope's statement starts under. Who
     * writes a table was asked when the command was resolved; one that a command makes is in no catalog yet.
     */
    void proveCurrent(List<PlanRead> reads, StatementScope scope) {
        List<PlanRead> sources = reads.stream()
                .filter(read -> !read.isWritten() || read.target().isPresent())
                .toList();
        Set<Securable> tables = new HashSet<>();
        sources.forEach(read -> GovernedRelations.table(read.relation()).ifPresent(tables::add));
        scope.ask(tables);
        for (PlanRead read : sources) {
            Optional<GovernedRawTable> raw = read.raw().or(() -> read.target().map(GovernedTarget::inner));
            if (raw.isPresent()) {
                requireUnchanged(raw.get(), scope);
            } else if (read.metadata().isPresent()) {
                requireGranted(read, scope);
            } else {
                requireUnrestricted(read, scope);
            }
        }
    }

    Caller caller() {
        return CarbonRuntime.require().identities().require(session).caller();
    }

    private void requireSamePrincipal(Barrier barrier, Caller caller) {
        if (!barrier.policy().principal().name().equals(caller.name())) {
            throw notYours(barrier.table().toString());
        }
    }

    private SparkRefusal notYours(String table) {
        return Refusals.refuse(
                session,
                CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object(table)
                        .reason("the plan was made for another principal")
                        .remedy("Build the query anew in your own session."));
    }

    private void requireGoverned(PlanRead read, Caller caller) {
        if (read.isBare()) {
            throw broken(read, caller);
        }
        GovernedRelations.owner(read.relation())
                .filter(owner -> !owner.equals(caller.name()))
                .ifPresent(other -> {
                    throw notYours(read.relation().name());
                });
        if (read.raw().isEmpty() && !GovernedRelations.isOfFace(read.relation()) && !isAllowed(read)) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object(read.relation().table().name())
                            .reason("it is not a table of a governed catalog"));
        }
    }

    /** Whether the operator lets plans read the catalog without governance. Nobody writes to it. */
    private static boolean isAllowed(PlanRead read) {
        Set<String> allowed = CarbonRuntime.require().config().ungovernedCatalogs();
        return !read.isWritten()
                && GovernedRelations.catalog(read.relation())
                        .filter(allowed::contains)
                        .isPresent();
    }

    SparkRefusal broken(PlanRead read, Caller caller) {
        return broken(
                GovernedRelations.table(read.relation())
                        .map(Securable::toString)
                        .orElse("a table"),
                caller);
    }

    private SparkRefusal broken(Securable table, Caller caller) {
        return broken(table.toString(), caller);
    }

    private SparkRefusal broken(String table, Caller caller) {
        return Refusals.refuse(
                session, CarbonCondition.SEAL_BROKEN.refusal().object(table).principal(caller.name()));
    }

    private void requireUnchanged(GovernedRawTable raw, StatementScope scope) {
        Decision decision = scope.decide(raw.securable(), raw.boundSchemas());
        boolean unchanged = decision instanceof Decision.Restricted restricted
                && restricted.policy().etag().equals(raw.policy().etag());
        if (decision instanceof Decision.Denied denied) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.ACCESS_DENIED
                            .refusal()
                            .principal(denied.principal())
                            .object(denied.table().toString()));
        }
        if (!unchanged) {
            throw changed(raw.securable());
        }
    }

    /** What a restricted principal sees of a metadata table is right for whoever may read the table at all. */
    private void requireGranted(PlanRead read, StatementScope scope) {
        Optional<Securable> table = GovernedRelations.table(read.relation());
        List<Decision> decided = table.map(scope::decided).orElse(List.of());
        boolean granted = decided.isEmpty()
                ? reloaded(read).name().equals(read.relation().table().name())
                : decided.stream()
                        .allMatch(decision ->
                                decision instanceof Decision.Restricted || decision instanceof Decision.Unrestricted);
        if (!granted) {
            throw changed(read.metadata().orElseThrow().securable());
        }
    }

    private void requireUnrestricted(PlanRead read, StatementScope scope) {
        Optional<Securable> table = GovernedRelations.table(read.relation());
        if (table.isEmpty()) {
            if (GovernedRelations.isOfFace(read.relation())) {
                throw broken(read, scope.caller());
            }
            return;
        }
        List<Decision> decided = scope.decided(table.get());
        boolean unrestricted = decided.isEmpty()
                ? !isRestricted(reloaded(read))
                : decided.stream().allMatch(Decision.Unrestricted.class::isInstance);
        if (!unrestricted) {
            throw changed(table.get());
        }
    }

    private static boolean isRestricted(Table table) {
        return table instanceof GovernedTable || table instanceof GovernedMetadata;
    }

    /** The table as the catalog serves it now; the catalog itself refuses where the grant is gone. */
    private Table reloaded(PlanRead read) {
        return GovernedRelations.reload(read.relation()).orElseThrow(() -> broken(read, caller()));
    }

    private SparkRefusal changed(Securable table) {
        return Refusals.refuse(
                session,
                CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object(table.toString())
                        .reason("its policies changed since the statement was analysed")
                        .remedy("Run the statement again."));
    }
}
