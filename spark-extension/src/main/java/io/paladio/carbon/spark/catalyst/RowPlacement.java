package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.SortOrder$;
import org.apache.spark.sql.catalyst.plans.physical.HashPartitioning;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.catalyst.plans.physical.SinglePartition$;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.exchange.REPARTITION_BY_NUM$;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.internal.SQLConf;

/** In which partition, and where in it, a row comes out of a barrier. */
public enum RowPlacement {
    /** Where the scan put it: the number of its partition tells how many files and splits, hidden ones too, come before it. */
    AS_STORED {
        @Override
        SparkPlan of(SparkPlan rows, Predicate<Attribute> visible) {
            return rows;
        }
    },
    /**
     * Where its own visible values put it: dealt out and sorted by them, so that a number, a sample or a random value made from a
     * row's place is a function of what the principal sees. Costs a shuffle and a sort. Rows that differ only in columns without
     * an order, such as maps, keep the order that they are read in.
     */
    BY_VISIBLE_VALUES {
        @Override
        SparkPlan of(SparkPlan rows, Predicate<Attribute> visible) {
            List<Attribute> values = ScalaInterop.list(rows.output()).stream()
                    .filter(visible)
                    .filter(column -> RowOrdering.isOrderable(column.dataType()))
                    .toList();
            // By number: Spark must neither merge nor split these partitions by their sizes.
            SparkPlan dealt = new ShuffleExchangeExec(
                    partitioning(values), rows, REPARTITION_BY_NUM$.MODULE$, scala.Option.empty());
            List<SortOrder> order = values.stream()
                    .map(value -> SortOrder$.MODULE$.apply(value, Ascending$.MODULE$, ScalaInterop.seq(List.of())))
                    .toList();
            return order.isEmpty() ? dealt : new SortExec(ScalaInterop.seq(order), false, dealt, 0);
        }
    };

    /** The physical plan that puts the rows there; the principal sees those of their columns that are visible. */
    abstract SparkPlan of(SparkPlan rows, Predicate<Attribute> visible);

    private static Partitioning partitioning(List<Attribute> values) {
        return values.isEmpty()
                ? SinglePartition$.MODULE$
                : new HashPartitioning(ScalaInterop.seq(values), SQLConf.get().numShufflePartitions());
    }
}
