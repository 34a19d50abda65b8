package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedMetadata;
import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.policy.EffectivePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * The names that Spark could not resolve in a plan, beside the policies of the plan: some of them are hidden from the principal,
 * which is another answer than that there is no such column. Immutable.
 */
record UnresolvedNames(List<String> names, List<EffectivePolicy> policies) {
    UnresolvedNames {
        names = List.copyOf(names);
        policies = List.copyOf(policies);
    }

    static UnresolvedNames of(LogicalPlan plan) {
        if (plan.resolved()) {
            return new UnresolvedNames(List.of(), List.of());
        }
        Search search = new Search();
        PlanWalk.walk(plan, search);
        return new UnresolvedNames(search.names, search.policies);
    }

    private static final class Search implements PlanWalk.Visitor {
        private final List<EffectivePolicy> policies = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            if (node instanceof PolicyBarrier itself) {
                policies.add(itself.policy());
            } else if (node instanceof DataSourceV2Relation relation) {
                policy(relation).ifPresent(policies::add);
            }
        }

        private static Optional<EffectivePolicy> policy(DataSourceV2Relation relation) {
            if (relation.table() instanceof GovernedMetadata metadata) {
                return Optional.of(metadata.policy());
            }
            return relation.table() instanceof GovernedTable table ? Optional.of(table.policy()) : Optional.empty();
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {
            if (expression instanceof UnresolvedAttribute attribute) {
                names.addAll(ScalaInterop.list(attribute.nameParts()));
            }
        }
    }
}
