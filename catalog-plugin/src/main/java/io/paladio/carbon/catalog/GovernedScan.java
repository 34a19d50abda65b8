package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.streaming.ContinuousStream;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;

/**
 * The scan of a table that a policy restricts. It gives up no batch before {@link #seal} was called with the proof of its own
 * policy: whatever rule is missing, removed or wrong, nothing is read.
 *
 * <p>Says of itself only the table's name and whether it is small; no filters, statistics or metrics. A size would count hidden
 * rows: it decides how a join is carried out, and the order of the join's rows tells how that was. Once sealed it stays sealed.
 * Thread-safe.
 */
public final class GovernedScan implements Scan, SupportsReportStatistics {
    /** Below Spark's default limit for sending a table to every task of a join. */
    private static final long SMALL = 8L << 20;
    /** What is told of every small table: less than others have, and so are joins of several; those are what is sent. */
    private static final long TOLD = 1;

    private final GovernedRawTable table;
    private final Scan scan;
    private volatile boolean sealed;

    GovernedScan(GovernedRawTable table, Scan scan) {
        this.table = table;
        this.scan = scan;
    }

    /** The table that is scanned, with its policy. */
    public GovernedRawTable table() {
        return table;
    }

    /**
     * Opens the scan. Called by the last check before execution alone, once it has found the scan under its own barrier.
     *
     * @throws SparkRefusal SEAL_BROKEN if the proof is of another principal or another effective etag
     */
    public void seal(SealProof proof) {
        if (!SealProof.of(table.policy()).equals(proof)) {
            throw broken();
        }
        sealed = true;
    }

    @Override
    public StructType readSchema() {
        return scan.readSchema();
    }

    @Override
    public String description() {
        return table.securable().toString();
    }

    @Override
    public Batch toBatch() {
        if (!sealed) {
            throw broken();
        }
        return scan.toBatch();
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
        throw notStreamed();
    }

    @Override
    public ContinuousStream toContinuousStream(String checkpointLocation) {
        throw notStreamed();
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return scan.columnarSupportMode();
    }

    @Override
    public Statistics estimateStatistics() {
        OptionalLong size = scan instanceof SupportsReportStatistics reporting
                ? reporting.estimateStatistics().sizeInBytes()
                : OptionalLong.empty();
        boolean small = size.isPresent() && size.getAsLong() <= SMALL;
        return new SizeOnly(small ? OptionalLong.of(TOLD) : OptionalLong.empty());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GovernedScan that && table.equals(that.table) && scan.equals(that.scan);
    }

    @Override
    public int hashCode() {
        return Objects.hash(table, scan);
    }

    @Override
    public String toString() {
        return description();
    }

    private SparkRefusal broken() {
        return SparkRefusal.of(CarbonCondition.SEAL_BROKEN
                .refusal()
                .object(table.securable().toString())
                .principal(table.policy().principal().name())
                .build());
    }

    private SparkRefusal notStreamed() {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(table.securable().toString())
                .reason("a stream of it is not governed for a principal whom a policy restricts")
                .build());
    }

    private record SizeOnly(OptionalLong sizeInBytes) implements Statistics {
        @Override
        public OptionalLong numRows() {
            return OptionalLong.empty();
        }
    }
}
