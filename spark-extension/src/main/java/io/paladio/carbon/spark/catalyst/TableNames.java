package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.Securable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.analysis.UnresolvedView;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** The governed tables that a plan is about, so that Index is asked for all of them at once. */
public final class TableNames {
    private TableNames() {}

    /** Tables that the plan names and that Spark has not loaded yet. */
    public static Set<Securable> named(SparkSession session, LogicalPlan plan) {
        Set<Securable> tables = new HashSet<>();
        PlanWalk.walk(
                plan,
                new Collector(
                        tables,
                        node -> name(node)
                                .filter(name -> !Catalogs.isTemporaryView(session, name))
                                .or(() -> GovernanceFunctions.asked(session, node))
                                .flatMap(name -> Catalogs.governed(session, name))));
        return tables;
    }

    /** How many relations the plan names: a temporary view that Spark keeps as a plan is as many as that reads. */
    public static long relations(SparkSession session, LogicalPlan plan) {
        long[] relations = {0};
        PlanWalk.walk(plan, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
                if (node instanceof UnresolvedRelation relation) {
                    relations[0] += Catalogs.temporaryPlan(session, ScalaInterop.list(relation.multipartIdentifier()))
                            .map(PlanWidth::relations)
                            .orElse(1L);
                }
            }

            @Override
            public void expression(Expression expression, LogicalPlan owner) {}
        });
        return relations[0];
    }

    /** The name of a table or view that the node stands for before it is resolved. */
    public static Optional<List<String>> name(LogicalPlan node) {
        if (node instanceof UnresolvedRelation relation) {
            return Optional.of(ScalaInterop.list(relation.multipartIdentifier()));
        }
        if (node instanceof UnresolvedTable table) {
            return Optional.of(ScalaInterop.list(table.multipartIdentifier()));
        }
        if (node instanceof UnresolvedTableOrView tableOrView) {
            return Optional.of(ScalaInterop.list(tableOrView.multipartIdentifier()));
        }
        if (node instanceof UnresolvedView view) {
            return Optional.of(ScalaInterop.list(view.multipartIdentifier()));
        }
        return node instanceof UnresolvedIdentifier identifier
                ? Optional.of(ScalaInterop.list(identifier.nameParts()))
                : Optional.empty();
    }

    private record Collector(Set<Securable> tables, java.util.function.Function<LogicalPlan, Optional<Securable>> of)
            implements PlanWalk.Visitor {
        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            of.apply(node).ifPresent(tables::add);
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {}
    }
}
