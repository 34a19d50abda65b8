package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.lineage.StatementRecord.AppliedPolicy;
import io.paladio.carbon.lineage.StatementRecord.ColumnFlow;
import io.paladio.carbon.lineage.StatementRecord.TableRead;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.PolicyReference;
import io.paladio.carbon.policy.RowFilter;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * What evidence keeps of an analysed plan: names, versions, a hash, and what will be counted; no node, no expression, no literal.
 * Immutable.
 *
 * @param groups the principal's groups as Index had them for the tables read
 * @param shape hash of the plan's shape
 * @param counters of the rows that shadow filters would hide
 */
public record PlanFacts(
        String kind,
        List<TableRead> reads,
        List<Securable> writes,
        ColumnFlow columns,
        Set<String> groups,
        String shape,
        List<ShadowCounter> counters) {
    public PlanFacts {
        counters = List.copyOf(counters);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        groups = Set.copyOf(groups);
    }

    /** Reads the plan, on the thread that analysed it. */
    public static PlanFacts of(LogicalPlan plan) {
        List<GovernedRead> reads = GovernedReads.of(plan);
        return new PlanFacts(
                PlanKind.of(plan),
                reads.stream().map(PlanFacts::read).toList(),
                PlanTargets.of(plan),
                ColumnLineage.of(plan, reads),
                reads.stream().flatMap(read -> groups(read.decision()).stream()).collect(Collectors.toSet()),
                PlanShape.of(plan),
                PlanReads.counters(plan));
    }

    /** Whether the statement only asks. */
    public boolean isQuery() {
        return kind.equals(PlanKind.QUERY);
    }

    private static TableRead read(GovernedRead read) {
        if (read.decision() instanceof Decision.Restricted restricted) {
            EffectivePolicy policy = restricted.policy();
            return read(read, policy.etag(), applied(policy), policy.exemptions(), filterColumns(policy));
        }
        if (read.decision() instanceof Decision.Unrestricted free) {
            return read(read, free.etag(), List.of(), free.exemptions(), List.of());
        }
        throw new IllegalStateException("a plan that reads what was refused is not analysed");
    }

    private static TableRead read(
            GovernedRead read,
            String etag,
            List<AppliedPolicy> policies,
            List<PolicyReference> exemptions,
            List<String> filterColumns) {
        return new TableRead(
                read.table(),
                read.snapshotId(),
                read.location(),
                etag,
                policies,
                exemptions,
                filterColumns,
                CurrentDecisions.shadow(read.table()).effects(),
                CurrentDecisions.lookups(read.table()));
    }

    private static List<AppliedPolicy> applied(EffectivePolicy policy) {
        List<AppliedPolicy> applied = new ArrayList<>();
        policy.rowFilter()
                .ifPresent(filter -> filter.policies()
                        .forEach(reference ->
                                applied.add(new AppliedPolicy(reference, "row_filter", Optional.empty()))));
        for (ColumnMask mask : policy.masks()) {
            for (PolicyReference reference : mask.policies()) {
                applied.add(new AppliedPolicy(reference, mask.mask().kind(), Optional.of(mask.path())));
            }
        }
        return applied;
    }

    private static List<String> filterColumns(EffectivePolicy policy) {
        return policy.rowFilter()
                .map(RowFilter::condition)
                .map(ExpressionColumns::names)
                .orElse(List.of());
    }

    private static Set<String> groups(Decision decision) {
        if (decision instanceof Decision.Restricted restricted) {
            return restricted.policy().principal().groups();
        }
        return decision instanceof Decision.Unrestricted free ? free.principal().groups() : Set.of();
    }
}
