package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.PolicyReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/** Tells a column that a policy denies from one that there is not, where a statement names it. Stateless. */
public final class DeniedColumns {
    private DeniedColumns() {}

    /** A denied column that a statement names. */
    public record Use(String column, String principal, String policy) {}

    /** The first denied column that is named in a plan that Spark could not resolve. */
    public static Optional<Use> used(LogicalPlan plan) {
        if (plan.resolved()) {
            return Optional.empty();
        }
        Search search = new Search();
        PlanWalk.walk(plan, search);
        return search.names.stream()
                .flatMap(name -> search.denied(name).stream())
                .findFirst();
    }

    private static final class Search implements PlanWalk.Visitor {
        private final List<EffectivePolicy> policies = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            if (node instanceof PolicyBarrier itself) {
                policies.add(itself.policy());
            } else if (node instanceof DataSourceV2Relation relation
                    && relation.table() instanceof GovernedTable table) {
                policies.add(table.policy());
            }
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {
            if (expression instanceof UnresolvedAttribute attribute) {
                names.addAll(ScalaInterop.list(attribute.nameParts()));
            }
        }

        private Optional<Use> denied(String name) {
            return policies.stream()
                    .flatMap(policy -> policy.masks().stream()
                            .filter(mask -> mask.mask() instanceof Mask.Deny
                                    && mask.column().name().equalsIgnoreCase(name))
                            .map(mask -> use(policy, mask)))
                    .findFirst();
        }

        private static Use use(EffectivePolicy policy, ColumnMask mask) {
            String ids = mask.policies().stream().map(PolicyReference::id).collect(Collectors.joining(", "));
            return new Use(
                    policy.table() + "." + mask.column().name(),
                    policy.principal().name(),
                    ids);
        }
    }
}
