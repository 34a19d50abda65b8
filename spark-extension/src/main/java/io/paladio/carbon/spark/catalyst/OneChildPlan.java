package io.paladio.carbon.spark.catalyst;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnaryNode;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * A node of ours that gives on the columns of the one below it: what Spark's nodes have from Scala's traits, for a class in Java.
 * Immutable, as its heirs are.
 */
public abstract class OneChildPlan extends LogicalPlan implements UnaryNode {
    private final LogicalPlan child;

    OneChildPlan(LogicalPlan child) {
        this.child = child;
    }

    @Override
    public final LogicalPlan child() {
        return child;
    }

    @Override
    public final Seq<LogicalPlan> children() {
        return ScalaInterop.indexedSeq(child);
    }

    @Override
    public final LogicalPlan mapChildren(Function1<LogicalPlan, LogicalPlan> change) {
        LogicalPlan changed = change.apply(child);
        if (changed.fastEquals(child)) {
            return this;
        }
        LogicalPlan above = withNewChildInternal(changed);
        above.copyTagsFrom(this);
        return above;
    }

    @Override
    public final LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> children) {
        return withNewChildInternal(children.head());
    }

    @Override
    public final Seq<Attribute> output() {
        return child.output();
    }
}
