package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionSet;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkPlan;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;

/**
 * Lets every row of a table through, and counts those that shadow filters would hide.
 *
 * <p>A node, not a condition of a filter: what Spark finds in a filter it copies to the other side of a join and to columns that
 * are equal, where it would count other rows. It prints the policies' ids, and nothing of what they say. Two are equal that look
 * at the same rows with the same conditions, so that caches and exchanges serve both. Immutable, but for what it counts.
 */
public final class ShadowRows extends OneChildPlan {
    private final Seq<Expression> conditions;
    private final List<ShadowCounter> counters;

    /** A counter for each condition. Spark makes copies by this constructor. */
    public ShadowRows(Seq<Expression> conditions, LogicalPlan child, List<ShadowCounter> counters) {
        super(child);
        this.conditions = conditions;
        this.counters = List.copyOf(counters);
    }

    /** What this counts. */
    List<ShadowCounter> counters() {
        return counters;
    }

    /** The physical plan that counts these rows. */
    SparkPlan over(SparkPlan rows) {
        return new ShadowRowsExec(conditions, rows, counters);
    }

    /** The policies, as EXPLAIN shows them. */
    static Iterator<Object> shown(List<ShadowCounter> counters) {
        String policies =
                counters.stream().map(counter -> counter.policy().id()).collect(Collectors.joining(", "));
        return ScalaInterop.<Object>seq(List.of("shadow(" + policies + ")")).iterator();
    }

    @Override
    public Iterator<Object> stringArgs() {
        return shown(counters);
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new ShadowRows(conditions, changed, counters);
    }

    @Override
    public ExpressionSet validConstraints() {
        return child().constraints();
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
            case 1 -> child();
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof ShadowRows;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof ShadowRows that
                        && conditions.equals(that.conditions)
                        && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return 31 * conditions.hashCode() + child().hashCode();
    }
}
