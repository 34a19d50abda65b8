package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.Write;

/**
 * How rows are added to a restricted principal's table, or its files replaced: see {@link
 * SealedWrite}. Tells no metrics: they count rows that the principal can't see. Thread-safe as far as the write within is.
 */
public final class GovernedWrite implements SealedWrite {
    private final GovernedTarget target;
    private final Write write;
    private final WriteLock lock;

    GovernedWrite(GovernedTarget target, Write write) {
        this.target = target;
        this.write = write;
        this.lock = new WriteLock(target);
    }

    @Override
    public GovernedTarget target() {
        return target;
    }

    @Override
    public void seal(SealProof proof) {
        lock.open(proof);
    }

    @Override
    public String description() {
        return target.toString();
    }

    @Override
    public BatchWrite toBatch() {
        lock.requireOpen();
        return new WatchedBatch(
                description(), write.toBatch(), commit -> WriteConflicts.telling(target.securable(), commit));
    }

    @Override
    public Distribution requiredDistribution() {
        return write instanceof RequiresDistributionAndOrdering placed
                ? placed.requiredDistribution()
                : Distributions.unspecified();
    }

    @Override
    public boolean distributionStrictlyRequired() {
        return !(write instanceof RequiresDistributionAndOrdering placed) || placed.distributionStrictlyRequired();
    }

    @Override
    public int requiredNumPartitions() {
        return write instanceof RequiresDistributionAndOrdering placed ? placed.requiredNumPartitions() : 0;
    }

    @Override
    public long advisoryPartitionSizeInBytes() {
        return write instanceof RequiresDistributionAndOrdering placed ? placed.advisoryPartitionSizeInBytes() : 0;
    }

    @Override
    public SortOrder[] requiredOrdering() {
        return write instanceof RequiresDistributionAndOrdering placed ? placed.requiredOrdering() : new SortOrder[0];
    }

    @Override
    public String toString() {
        return description();
    }
}
