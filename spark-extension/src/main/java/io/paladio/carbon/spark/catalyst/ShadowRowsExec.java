package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.physical.Partitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnaryExecNode;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/** {@link ShadowRows} as it runs: the rows of its child as they are, looked at on their way. Immutable, but for what it counts. */
public final class ShadowRowsExec extends SparkPlan implements UnaryExecNode {
    private static final long serialVersionUID = 1L;

    private final Seq<Expression> conditions;
    private final SparkPlan child;
    /** Of the driver. Tasks get the columns of this node, and copies of what they add to. */
    private final transient List<ShadowCounter> counters;

    /** A counter for each condition. Spark makes copies by this constructor. */
    public ShadowRowsExec(Seq<Expression> conditions, SparkPlan child, List<ShadowCounter> counters) {
        this.conditions = conditions;
        this.child = child;
        this.counters = List.copyOf(counters);
    }

    @Override
    public RDD<InternalRow> doExecute() {
        RDD<InternalRow> rows = child.execute();
        List<ShadowLook.Filter> filters = new ArrayList<>();
        for (int place = 0; place < counters.size(); place++) {
            filters.add(new ShadowLook.Filter(
                    conditions.apply(place), counters.get(place).tally(rows.sparkContext())));
        }
        return rows.toJavaRDD()
                .mapPartitionsWithIndex(new ShadowLook(filters, child.output()), true)
                .rdd();
    }

    @Override
    public Iterator<Object> stringArgs() {
        return ShadowRows.shown(counters);
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
        SparkPlan counted = withNewChildInternal(changed);
        counted.copyTagsFrom(this);
        return counted;
    }

    @Override
    public SparkPlan withNewChildrenInternal(IndexedSeq<SparkPlan> children) {
        return withNewChildInternal(children.head());
    }

    @Override
    public SparkPlan withNewChildInternal(SparkPlan changed) {
        return new ShadowRowsExec(conditions, changed, counters);
    }

    @Override
    public Seq<Attribute> output() {
        return child.output();
    }

    @Override
    public Partitioning outputPartitioning() {
        return child.outputPartitioning();
    }

    @Override
    public Seq<SortOrder> outputOrdering() {
        return child.outputOrdering();
    }

    @Override
    public Seq<Object> otherCopyArgs() {
        return ScalaInterop.seq(List.of(counters));
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> conditions;
            case 1 -> child;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof ShadowRowsExec;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof ShadowRowsExec that
                        && conditions.equals(that.conditions)
                        && child.equals(that.child);
    }

    @Override
    public int hashCode() {
        return 31 * conditions.hashCode() + child.hashCode();
    }
}
