package io.paladio.carbon.spark.catalyst;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.Repartition;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.Sample;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.execution.SQLExecution;

/**
 * Nodes whose result depends on which partition a row comes from. Above a barrier whose rows come as they are stored that tells
 * of hidden rows: whether a file or split was pruned, or holds none that the principal sees, moves the partitions of the rows
 * that it does see. Stateless.
 */
public final class PartitionDependence {
    private PartitionDependence() {}

    /**
     * Whether the node is one of them: a sample, rows dealt out in turn, each from a place that its partition decides, or partitions
     * put together by their number.
     */
    public static boolean of(LogicalPlan node) {
        if (node instanceof RepartitionByExpression byKey) {
            return byKey.partitionExpressions().isEmpty() || isByRange(byKey);
        }
        if (node instanceof RebalancePartitions rebalanced) {
            return rebalanced.partitionExpressions().isEmpty();
        }
        return node instanceof Sample
                || node instanceof Repartition dealt && regroups(dealt)
                || writes(node)
                || addsUpRanges(node);
    }

    /** All in one partition are there whichever ones they come from. */
    private static boolean regroups(Repartition dealt) {
        return dealt.shuffle() || dealt.numPartitions() > 1;
    }

    /** Where ranges begin is told from samples of the partitions; the more there are of them, the smaller. */
    private static boolean isByRange(RepartitionByExpression byKey) {
        return ScalaInterop.list(byKey.partitionExpressions()).stream().anyMatch(SortOrder.class::isInstance);
    }

    /** What is sorted lies in ranges, and floating point numbers add up by them. */
    private static boolean addsUpRanges(LogicalPlan node) {
        return (node instanceof Aggregate || node instanceof CTERelationDef)
                && node.exists(ScalaInterop.function(below -> below instanceof Sort sort && sort.global()));
    }

    /** Files are named by the partition that they were written from, and whoever may read the table sees the names. */
    private static boolean writes(LogicalPlan node) {
        return node instanceof V2WriteCommand || node instanceof V2CreateTableAsSelectPlan;
    }

    /**
     * Whether the plan is what Spark makes of each round of a recursive query while that runs: it deals out the round's rows, and
     * looks at nothing but their number. A statement of a client is analysed before it has an execution.
     */
    public static boolean isRoundOfRecursion(SparkSession session, LogicalPlan plan) {
        return plan instanceof RepartitionByExpression
                && session.sparkContext().getLocalProperty(SQLExecution.EXECUTION_ID_KEY()) != null;
    }
}
