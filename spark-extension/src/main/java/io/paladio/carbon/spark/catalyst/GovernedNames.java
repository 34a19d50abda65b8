package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.collection.immutable.Seq;

/** Under which name Spark knows a restricted table, whose relation it does not find below the barrier. Stateless. */
final class GovernedNames {
    private GovernedNames() {}

    /** The name with its catalog, where the plan is such a table and nothing more. */
    static Optional<Seq<String>> ofTable(LogicalPlan plan) {
        if (plan instanceof SubqueryAlias alias) {
            return ofTable(alias.child());
        }
        if (plan instanceof ShadowRows counted && counted.child() instanceof DataSourceV2Relation relation) {
            return name(relation);
        }
        return plan instanceof PolicyBarrier barrier ? name(barrier.relation()) : Optional.empty();
    }

    private static Optional<Seq<String>> name(DataSourceV2Relation relation) {
        return ScalaInterop.optional(relation.catalog())
                .flatMap(catalog -> ScalaInterop.optional(relation.identifier()).map(table -> name(catalog, table)));
    }

    private static Seq<String> name(CatalogPlugin catalog, Identifier table) {
        List<String> name = new ArrayList<>(List.of(catalog.name()));
        name.addAll(Arrays.asList(table.namespace()));
        name.add(table.name());
        return ScalaInterop.seq(name);
    }
}
