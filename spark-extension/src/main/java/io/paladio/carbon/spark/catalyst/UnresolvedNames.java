package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedMetadata;
import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.policy.EffectivePolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * The names that Spark could not resolve in a plan, beside the restricted tables of the plan: some of them are hidden from the
 * principal, which is another answer than that there is no such column. Immutable.
 *
 * @param names each in its parts, as it was written
 */
record UnresolvedNames(List<List<String>> names, List<Restricted> tables) {
    UnresolvedNames {
        names = List.copyOf(names);
        tables = List.copyOf(tables);
    }

    /**
     * A restricted table of the plan.
     *
     * @param aliases the names under which its columns can be meant, its own among them
     */
    record Restricted(EffectivePolicy policy, List<String> aliases) {
        Restricted {
            aliases = List.copyOf(aliases);
        }

        /** Whether a name can mean this column of the table: alone, behind one of the aliases, or with a field of it behind. */
        boolean canMean(List<String> name, String column) {
            for (int place = 0; place < name.size(); place++) {
                if (name.get(place).equalsIgnoreCase(column) && (place == 0 || isAlias(name.get(place - 1)))) {
                    return true;
                }
            }
            return false;
        }

        private boolean isAlias(String name) {
            return aliases.stream().anyMatch(name::equalsIgnoreCase);
        }
    }

    static UnresolvedNames of(LogicalPlan plan) {
        if (plan.resolved()) {
            return new UnresolvedNames(List.of(), List.of());
        }
        Search search = new Search();
        PlanWalk.walk(plan, search);
        return new UnresolvedNames(
                search.names,
                search.policies.stream()
                        .map(policy -> new Restricted(policy, search.aliases(policy)))
                        .toList());
    }

    private static final class Search implements PlanWalk.Visitor {
        private final List<EffectivePolicy> policies = new ArrayList<>();
        private final List<List<String>> names = new ArrayList<>();
        private final Map<String, Set<EffectivePolicy>> byAlias = new LinkedHashMap<>();

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            policy(node).ifPresent(policies::add);
            if (node instanceof SubqueryAlias alias) {
                Set<EffectivePolicy> below = byAlias.computeIfAbsent(
                        alias.alias(), name -> Collections.newSetFromMap(new IdentityHashMap<>()));
                PlanWalk.walk(alias.child(), new Below(below));
            }
        }

        private List<String> aliases(EffectivePolicy policy) {
            return byAlias.entrySet().stream()
                    .filter(entry -> entry.getValue().contains(policy))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {
            if (expression instanceof UnresolvedAttribute attribute) {
                names.add(ScalaInterop.list(attribute.nameParts()));
            }
        }
    }

    /** The policies of the tables below an alias. */
    private record Below(Set<EffectivePolicy> policies) implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            policy(node).ifPresent(policies::add);
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }

    private static Optional<EffectivePolicy> policy(LogicalPlan node) {
        if (node instanceof Barrier barrier) {
            return Optional.of(barrier.policy());
        }
        if (node instanceof ViewBoundary boundary) {
            return Optional.of(boundary.view().policy());
        }
        if (!(node instanceof DataSourceV2Relation relation)) {
            return Optional.empty();
        }
        if (relation.table() instanceof GovernedMetadata metadata) {
            return Optional.of(metadata.policy());
        }
        return relation.table() instanceof GovernedTable table ? Optional.of(table.policy()) : Optional.empty();
    }
}
