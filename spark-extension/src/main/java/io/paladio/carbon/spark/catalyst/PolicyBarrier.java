package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.EffectivePolicy;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;

/** The barrier of a table: below it the table as it is stored, with its policy. Immutable. */
public final class PolicyBarrier extends Barrier {
    private final BarrierRows rows;
    private final Origin origin;

    /**
     * What a barrier was made of, whatever became of it since.
     *
     * @param relation the relation in whose place the barrier stands
     * @param compiled what the policy was compiled to
     */
    record Origin(DataSourceV2Relation relation, LogicalPlan compiled) {}

    /** Spark makes copies of a node by its constructor: the product's elements, then what is no part of the product. */
    public PolicyBarrier(
            EffectivePolicy policy, LogicalPlan child, RowPlacement placement, BarrierRows rows, Origin origin) {
        super(policy, child, placement);
        this.rows = rows;
        this.origin = origin;
    }

    /** The barrier above what a policy was compiled to, in the place of the relation. */
    static PolicyBarrier of(
            EffectivePolicy policy, LogicalPlan compiled, BarrierRows rows, DataSourceV2Relation relation) {
        // Rules of the analyser change what users wrote, by a view's default collation for one. This nobody wrote.
        compiled.setAnalyzed();
        return new PolicyBarrier(policy, compiled, RowPlacement.AS_STORED, rows, new Origin(relation, compiled));
    }

    @Override
    public PolicyBarrier placed(RowPlacement other) {
        PolicyBarrier changed = new PolicyBarrier(policy(), child(), other, rows, origin);
        changed.copyTagsFrom(this);
        return changed;
    }

    /** Nothing of a statement looks at where rows are that are only kept. */
    @Override
    SparkPlan planned(SparkPlan below) {
        return rows == BarrierRows.KEPT ? below : placement().of(below, column -> !carries(column));
    }

    @Override
    List<Barrier> within() {
        return List.of();
    }

    /** Which rows come out, and with which values. */
    BarrierRows rows() {
        return rows;
    }

    /** Whether the column comes out as it is stored, for a write to store again, and no statement can refer to it. */
    boolean carries(Attribute column) {
        return rows != BarrierRows.SEEN
                && ScalaInterop.list(origin.relation().output()).stream()
                        .noneMatch(seen -> seen.exprId().equals(column.exprId()));
    }

    /**
     * What the barrier itself needs of the columns below: where stored values come out and rows are placed, all that is seen of a
     * row, whatever the statement asks for. Else rows that the principal can tell apart would lie as they are stored.
     */
    @Override
    public AttributeSet references() {
        if (rows != BarrierRows.CHANGED || placement() == RowPlacement.AS_STORED) {
            return super.references();
        }
        return AttributeSet$.MODULE$.apply(ScalaInterop.<Expression>seq(ScalaInterop.list(output()).stream()
                .filter(column -> !carries(column))
                .toList()));
    }

    /** The relation in whose place the barrier stands, with the columns that the plan above refers to. */
    DataSourceV2Relation relation() {
        DataSourceV2Relation relation = origin.relation();
        List<AttributeReference> columns = ScalaInterop.list(output()).stream()
                .map(column -> (AttributeReference) column)
                .toList();
        return relation.copy(
                relation.table(),
                ScalaInterop.seq(columns),
                relation.catalog(),
                relation.identifier(),
                relation.options(),
                relation.timeTravelSpec());
    }

    @Override
    public Seq<Object> otherCopyArgs() {
        return ScalaInterop.seq(List.of(origin));
    }

    /**
     * Whether below stands what the policy was compiled to, but for the numbers of its columns. So it is until the plan is
     * optimized.
     */
    public boolean isAsCompiled() {
        return child() == origin.compiled() || child().sameResult(origin.compiled());
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new PolicyBarrier(policy(), changed, placement(), rows, origin);
    }

    @Override
    public int productArity() {
        return 4;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> policy();
            case 1 -> child();
            case 2 -> placement();
            case 3 -> rows;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof PolicyBarrier;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof PolicyBarrier that
                        && isOf(that.policy())
                        && placement() == that.placement()
                        && rows == that.rows
                        && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return Objects.hash(policy().etag(), policy().principal().name(), child());
    }
}
