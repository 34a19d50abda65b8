package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.ShadowEffect;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkContext;

/**
 * Counts, for one shadow filter and one place of a plan, the rows that the filter would hide (S20). Tasks count; the driver asks
 * when a statement has ended, and is told what came since it last asked, because a plan may run more than once. Thread-safe.
 */
public final class ShadowCounter {
    private static final String FAILED = "its condition could not be evaluated on every row";

    private final Securable table;
    private final PolicyReference policy;
    private final List<ShadowTally> tallies = new ArrayList<>();

    ShadowCounter(Securable table, PolicyReference policy) {
        this.table = table;
        this.policy = policy;
    }

    /** The table whose rows are counted. */
    public Securable table() {
        return table;
    }

    /** The policy in shadow. */
    public PolicyReference policy() {
        return policy;
    }

    /** What was counted since this was last asked. */
    public synchronized Count take() {
        return tallies.stream().map(ShadowTally::take).reduce(Count.NONE, Count::and);
    }

    /** Where the tasks of one physical plan count. Spark shows no page or client what has no name. */
    synchronized ShadowTally tally(SparkContext context) {
        ShadowTally tally = new ShadowTally();
        context.register(tally);
        tallies.add(tally);
        return tally;
    }

    /**
     * What was counted.
     *
     * @param partitions parts of the table that were looked at; none where nothing was read
     * @param rows that the filter would hide
     * @param faults parts of which not all rows could be looked at
     */
    public record Count(long partitions, long rows, long faults) {
        static final Count NONE = new Count(0, 0, 0);

        /** Both together. */
        public Count and(Count other) {
            return new Count(partitions + other.partitions, rows + other.rows, faults + other.faults);
        }

        /** What evidence says, once this is known. */
        public ShadowEffect of(ShadowEffect effect) {
            if (effect.fault().isPresent()) {
                return effect;
            }
            if (faults > 0) {
                return effect.failing(FAILED);
            }
            return partitions > 0 ? effect.hiding(rows) : effect;
        }
    }
}
