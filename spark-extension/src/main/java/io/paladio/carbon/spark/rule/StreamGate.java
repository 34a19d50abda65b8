package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.CarbonConfig.RestrictedWrites;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.catalyst.StreamPlans;
import io.paladio.carbon.spark.catalyst.StreamStart;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Which streams may be defined and started, and where they keep how far they came. What they read and write is decided for each batch
 * anew. Stateless but for its session.
 */
final class StreamGate {
    private static final int MOST_OF_A_SESSION = 20;
    private static final String STREAM = "a stream";
    /** Starts whose place is of our choice: Spark takes up a plan again and again. */
    private static final IdentitySet<LogicalPlan> PLACED = new IdentitySet<>();

    private final SparkSession session;

    StreamGate(SparkSession session) {
        this.session = session;
    }

    /** Refuses a stream that is not made of what needs no memory, over tables of governed catalogs. */
    void requireDefined(LogicalPlan plan) {
        StreamPlans.fault(plan).ifPresent(fault -> {
            throw refuse(CarbonCondition.NOT_GOVERNABLE.refusal().object(STREAM).reason(fault));
        });
    }

    /** The plan; where it starts a stream, with a place for what that keeps. */
    LogicalPlan placed(LogicalPlan plan) {
        return StreamStart.of(plan)
                .filter(start -> !PLACED.contains(plan))
                .map(this::started)
                .orElse(plan);
    }

    private LogicalPlan started(StreamStart start) {
        requireDefined(start.statement());
        Securable target = start.target()
                .orElseThrow(() -> refuse(CarbonCondition.PATH_DENIED.refusal().object("the target of a stream")));
        if (start.isPlaced()) {
            throw refuse(
                    CarbonCondition.PATH_DENIED
                            .refusal()
                            .object("checkpointLocation")
                            .remedy(
                                    "Leave the option out: the engine keeps checkpoints. Name the query to go on with it later."));
        }
        if (!start.isAppending()) {
            throw unsupported(
                    "only those that append rows, by a trigger of processing time or of what is available now, are supported");
        }
        if (start.sources().isEmpty() || start.sources().contains(target)) {
            throw unsupported("it reads no table, or the one that it writes");
        }
        if (StreamStart.running(session) >= MOST_OF_A_SESSION) {
            throw unsupported("a session runs at most " + MOST_OF_A_SESSION);
        }
        start.restriction()
                .filter(policy -> CarbonRuntime.require().config().restrictedWrites() != RestrictedWrites.CHECK)
                .ifPresent(policy -> {
                    throw refuse(CheckRule.writeDenied(policy));
                });
        String principal =
                CarbonRuntime.require().identities().require(session).caller().name();
        LogicalPlan placed = start.placed(StreamPlaces.of(session, principal, target, start));
        PLACED.add(placed);
        return placed;
    }

    private SparkRefusal unsupported(String reason) {
        return refuse(CarbonCondition.NOT_GOVERNABLE.refusal().object(STREAM).reason(reason));
    }

    private SparkRefusal refuse(RefusalBuilder refusal) {
        return Refusals.refuse(session, refusal);
    }
}
