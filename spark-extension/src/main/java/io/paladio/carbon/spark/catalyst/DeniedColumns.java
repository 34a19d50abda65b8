package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.ColumnMask;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.PolicyReference;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Tells a column that a policy denies from one that there is not, where a statement names it. Stateless. */
public final class DeniedColumns {
    private DeniedColumns() {}

    /** A denied column that a statement names. */
    public record Use(String column, String principal, String policy) {}

    /** The first denied column that is named in a plan that Spark could not resolve. */
    public static Optional<Use> used(LogicalPlan plan) {
        UnresolvedNames unresolved = UnresolvedNames.of(plan);
        return unresolved.names().stream()
                .flatMap(name -> denied(unresolved, name).stream())
                .findFirst();
    }

    private static Optional<Use> denied(UnresolvedNames unresolved, List<String> name) {
        return unresolved.tables().stream()
                .flatMap(table -> table.policy().masks().stream()
                        .filter(mask -> mask.mask() instanceof Mask.Deny
                                && table.canMean(name, mask.column().name()))
                        .map(mask -> use(table.policy(), mask)))
                .findFirst();
    }

    private static Use use(EffectivePolicy policy, ColumnMask mask) {
        String ids = mask.policies().stream().map(PolicyReference::id).collect(Collectors.joining(", "));
        return new Use(policy.table() + "." + mask.path(), policy.principal().name(), ids);
    }
}
