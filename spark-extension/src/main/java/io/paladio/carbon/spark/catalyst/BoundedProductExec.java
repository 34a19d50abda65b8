package io.paladio.carbon.spark.catalyst;

import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.CoalesceExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnaryExecNode;
import org.apache.spark.sql.execution.joins.CartesianProductExec;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * Above Spark's product of two inputs without a key. That makes a task for each part of the one with each part of the other, and all of
 * them before the first one runs: a short statement could ask for more than the driver holds, and with it would go what all others run.
 * Where there would be too many, the input of fewer parts is taken as one. Immutable.
 */
public final class BoundedProductExec extends SparkPlan implements UnaryExecNode {
    static final long MOST_PAIRS = 100_000;

    private static final long serialVersionUID = 1L;

    private final SparkPlan child;

    /** Spark makes copies by this constructor. */
    public BoundedProductExec(SparkPlan child) {
        this.child = child;
    }

    @Override
    public RDD<InternalRow> doExecute() {
        return child instanceof CartesianProductExec product ? bounded(product).execute() : child.execute();
    }

    private static SparkPlan bounded(CartesianProductExec product) {
        SparkPlan left = product.left();
        SparkPlan right = product.right();
        long lefts = left.execute().getNumPartitions();
        long rights = right.execute().getNumPartitions();
        if (lefts * rights <= MOST_PAIRS) {
            return product;
        }
        return lefts < rights
                ? new CartesianProductExec(new CoalesceExec(1, left), right, product.condition())
                : new CartesianProductExec(left, new CoalesceExec(1, right), product.condition());
    }

    @Override
    public SparkPlan child() {
        return child;
    }

    @Override
    public Seq<SparkPlan> children() {
        return ScalaInterop.indexedSeq(child);
    }

    @Override
    public SparkPlan mapChildren(Function1<SparkPlan, SparkPlan> change) {
        SparkPlan changed = change.apply(child);
        if (changed.fastEquals(child)) {
            return this;
        }
        SparkPlan bounded = withNewChildInternal(changed);
        bounded.copyTagsFrom(this);
        return bounded;
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
        return withNewChildInternal(children.head());
    }

    @Override
    public SparkPlan withNewChildInternal(SparkPlan changed) {
        return new BoundedProductExec(changed);
    }

    @Override
    public Seq<Attribute> output() {
        return child.output();
    }

    @Override
    public int productArity() {
        return 1;
    }

    @Override
    public Object productElement(int index) {
        if (index == 0) {
            return child;
        }
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof BoundedProductExec;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof BoundedProductExec that && child.equals(that.child);
    }

    @Override
    public int hashCode() {
        return 31 * child.hashCode();
    }
}
