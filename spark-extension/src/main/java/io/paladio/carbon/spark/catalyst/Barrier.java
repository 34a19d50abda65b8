package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.SparkPlan;
import scala.Function1;
import scala.collection.immutable.Seq;
import scala.runtime.BoxedUnit;

/**
 * Above it what one principal may see of a table or a view; below it that, with its policy.
 *
 * <p>The mark that a read is governed is this node, because Spark carries flags and tags from node to node but can't invent a
 * node. Spark's optimizer moves nothing across a node that it does not know: no predicate, limit, sample or aggregate of the
 * user gets below. Two barriers are equal only for the same principal and the same effective policy, so that Spark's cache of
 * plans never crosses either (S17). It prints the policies' ids, and nothing of what is below. Immutable.
 */
public abstract class Barrier extends OneChildPlan {
    private static final String NAME = "PolicyBarrier";

    private final EffectivePolicy policy;
    private final RowPlacement placement;

    Barrier(EffectivePolicy policy, LogicalPlan child, RowPlacement placement) {
        super(child);
        this.policy = policy;
        this.placement = placement;
    }

    /** The same barrier, with its rows in partitions as the argument says. */
    public abstract Barrier placed(RowPlacement other);

    /** How the barrier runs: what is below it, placed. */
    abstract SparkPlan planned(SparkPlan below);

    /** The policies below this one of what a view is made of, none below that of a table. */
    abstract List<Barrier> within();

    /** Which partitions the rows come out in. */
    public RowPlacement placement() {
        return placement;
    }

    /** The policy below the barrier, and whose it is. */
    public EffectivePolicy policy() {
        return policy;
    }

    /** The table or view below the barrier. */
    public Securable table() {
        return policy.table();
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
        return NAME;
    }

    @Override
    public String simpleString(int maxFields) {
        return NAME + " " + table() + " [" + String.join("; ", lines()) + "]";
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
        appendTo(
                append, margin + prefix, margin.toString().replace("+- ", "   ").replace(":- ", ":  ") + prefix);
    }

    private void appendTo(Function1<String, BoxedUnit> append, String first, String below) {
        append.apply(first + NAME + " " + table() + "\n");
        lines().forEach(line -> append.apply(below + "+- " + line + "\n"));
        within().forEach(barrier -> barrier.appendTo(append, below + "+- ", below + "   "));
    }

    @Override
    public String productPrefix() {
        return NAME;
    }
}
