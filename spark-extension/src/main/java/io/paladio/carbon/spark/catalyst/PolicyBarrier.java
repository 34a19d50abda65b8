package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.collection.immutable.Seq;
import scala.runtime.BoxedUnit;

/**
 * Below it a table as it is stored, with its policy; above it what one principal may see of the table.
 *
 * <p>The mark that a read is governed is this node, because Spark carries flags and tags from node to node but can't invent a
 * node. Spark's optimizer moves nothing across a node that it does not know: no predicate, limit, sample or aggregate of the
 * user gets below. Two barriers are equal only for the same principal and the same effective policy, so that Spark's cache of
 * plans never crosses either (S17). It prints the policies' ids, and nothing of what is below. Immutable.
 */
public final class PolicyBarrier extends OneChildPlan {
    private final EffectivePolicy policy;
    private final RowPlacement placement;
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
        super(child);
        this.policy = policy;
        this.placement = placement;
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

    /** The same barrier, with its rows in partitions as the argument says. */
    public PolicyBarrier placed(RowPlacement other) {
        PolicyBarrier changed = new PolicyBarrier(policy, child(), other, rows, origin);
        changed.copyTagsFrom(this);
        return changed;
    }

    /** Which partitions the rows come out in. */
    public RowPlacement placement() {
        return placement;
    }

    /** How the barrier runs: what is below it, placed. Nothing of a statement looks at where rows are that are only kept. */
    SparkPlan planned(SparkPlan below) {
        return rows == BarrierRows.KEPT ? below : placement.of(below, column -> !carries(column));
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
        if (rows != BarrierRows.CHANGED || placement == RowPlacement.AS_STORED) {
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

    /** The policy below the barrier, and whose it is. */
    public EffectivePolicy policy() {
        return policy;
    }

    /** The table below the barrier. */
    public Securable table() {
        return policy.table();
    }

    @Override
    public LogicalPlan withNewChildInternal(LogicalPlan changed) {
        return new PolicyBarrier(policy, changed, placement, rows, origin);
    }

    @Override
    public Seq<Attribute> metadataOutput() {
        return ScalaInterop.seq(List.of());
    }

    /** What is bound here, one line a filter or mask, in the words of the outside contract. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        policy.rowFilter().ifPresent(filter -> lines.add("PolicyFilter " + ids(filter.policies())));
        for (ColumnMask mask : policy.masks()) {
            lines.add("PolicyMask " + mask.path() + " " + mask.mask().kind() + " " + ids(mask.policies()));
        }
        return List.copyOf(lines);
    }

    private static String ids(List<PolicyReference> policies) {
        return policies.stream().map(PolicyReference::id).collect(Collectors.joining(", "));
    }

    @Override
    public String nodeName() {
        return "PolicyBarrier";
    }

    @Override
    public String simpleString(int maxFields) {
        return "PolicyBarrier " + table() + " [" + String.join("; ", lines()) + "]";
    }

    @Override
    public String verboseString(int maxFields) {
        return simpleString(maxFields);
    }

    @Override
    public String verboseStringWithSuffix(int maxFields) {
        return simpleString(maxFields);
    }

    // The parameters are Spark's. Never descends: below stand the policy's literals and the table's place.
    @Override
    public void generateTreeString(
            int depth,
            java.util.ArrayList<Object> lastChildren,
            Function1<String, BoxedUnit> append,
            boolean verbose,
            String prefix,
            boolean addSuffix,
            int maxFields,
            boolean printNodeId,
            boolean printOutputColumns,
            int indent) {
        StringBuilder margin = new StringBuilder("   ".repeat(indent));
        int levels = depth > 0 ? lastChildren.size() : 0;
        for (int level = 0; level < levels; level++) {
            boolean last = Boolean.TRUE.equals(lastChildren.get(level));
            if (level == levels - 1) {
                margin.append(last ? "+- " : ":- ");
            } else {
                margin.append(last ? "   " : ":  ");
            }
        }
        append.apply(margin + prefix + "PolicyBarrier " + table() + "\n");
        String below = margin.toString().replace("+- ", "   ").replace(":- ", ":  ");
        lines().forEach(line -> append.apply(below + prefix + "+- " + line + "\n"));
    }

    @Override
    public int productArity() {
        return 4;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> policy;
            case 1 -> child();
            case 2 -> placement;
            case 3 -> rows;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public String productPrefix() {
        return "PolicyBarrier";
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof PolicyBarrier;
    }

    /** Whether what comes out here is another thing in each statement, and so is of no use to the next. */
    boolean isOfOneStatement() {
        return policy.masks().stream().anyMatch(mask -> mask.mask() == Mask.Standard.SHA_256_QUERY_LOCAL);
    }

    /** Whether this is the barrier of a policy: the same principal's, on the same table, with the same effective etag. */
    boolean isOf(EffectivePolicy other) {
        return policy.table().equals(other.table())
                && policy.etag().equals(other.etag())
                && policy.principal().name().equals(other.principal().name());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof PolicyBarrier that
                        && isOf(that.policy)
                        && placement == that.placement
                        && rows == that.rows
                        && child().equals(that.child());
    }

    @Override
    public int hashCode() {
        return Objects.hash(policy.etag(), policy.principal().name(), child());
    }
}
