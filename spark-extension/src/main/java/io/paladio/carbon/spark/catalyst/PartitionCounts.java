package io.paladio.carbon.spark.catalyst;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.Repartition;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;

/** Into how many parts a statement has its rows cut. Stateless. */
public final class PartitionCounts {
    private PartitionCounts() {}

    /** The number that the node itself names; zero where it names none. */
    public static int named(LogicalPlan node) {
        if (node instanceof Repartition dealt) {
            return dealt.numPartitions();
        }
        if (node instanceof RepartitionByExpression dealt) {
            return number(dealt.optNumPartitions());
        }
        if (node instanceof RebalancePartitions dealt) {
            return number(dealt.optNumPartitions());
        }
        return node instanceof Range range ? number(range.numSlices()) : 0;
    }

    /** The number for the shuffles of the session at work. */
    public static int ofShuffles() {
        return SQLConf.get().numShufflePartitions();
    }

    // To Java, Scala's Option of Int is one of Object.
    private static int number(Option<?> partitions) {
        return partitions.isDefined() ? (Integer) partitions.get() : 0;
    }
}
