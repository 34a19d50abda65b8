package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.EffectivePolicy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.MetadataColumns;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Tells a column about files and positions, which a restricted table has for nobody, from one that there is not. Stateless. */
public final class MetadataColumnNames {
    /** Columns of the changelog, and the one that Spark's own file formats have. */
    private static final Set<String> OTHERS = Set.of(
            MetadataColumns.CHANGE_TYPE.name(),
            MetadataColumns.CHANGE_ORDINAL.name(),
            MetadataColumns.COMMIT_SNAPSHOT_ID.name(),
            "_metadata");

    private MetadataColumnNames() {}

    /** A metadata column that a statement names beside a restricted table. */
    public record Use(String column, String principal) {}

    /** The first metadata column that is named in a plan that Spark could not resolve. */
    public static Optional<Use> used(LogicalPlan plan) {
        UnresolvedNames unresolved = UnresolvedNames.of(plan);
        return unresolved.tables().stream()
                .map(UnresolvedNames.Restricted::policy)
                .findFirst()
                .flatMap(policy -> unresolved.names().stream()
                        .flatMap(List::stream)
                        .filter(MetadataColumnNames::isOne)
                        .findFirst()
                        .map(name -> use(policy, name)));
    }

    private static boolean isOne(String name) {
        String column = name.toLowerCase(Locale.ROOT);
        return MetadataColumns.isMetadataColumn(column) || OTHERS.contains(column);
    }

    private static Use use(EffectivePolicy policy, String name) {
        return new Use(
                policy.table() + "." + name.toLowerCase(Locale.ROOT),
                policy.principal().name());
    }
}
