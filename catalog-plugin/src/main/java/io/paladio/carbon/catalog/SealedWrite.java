package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/** A write to a restricted principal's table: it writes nothing before the last check has proven its plan. */
public sealed interface SealedWrite extends RequiresDistributionAndOrdering permits GovernedWrite, GovernedDeltaWrite {
    /** What is written to. */
    GovernedTarget target();

    /**
     * Opens the write. Called by the last check before execution alone.
     *
     * @throws SparkRefusal SEAL_BROKEN if the proof is of another principal or another effective etag
     */
    void seal(SealProof proof);
}
