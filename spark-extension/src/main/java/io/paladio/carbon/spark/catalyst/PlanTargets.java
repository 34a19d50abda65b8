package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.AlterTableCommand;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.DropTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.RenameTable;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.TruncateTable;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTablePlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/** What an analysed plan changes and what it gives out. Stateless. */
final class PlanTargets {
    private PlanTargets() {}

    /** A column of the result or of the target, and the query's column in it. */
    record Output(String name, Attribute value) {}

    /** The plan without the common tables around it. */
    static LogicalPlan root(LogicalPlan plan) {
        return plan instanceof WithCTE common ? root(common.plan()) : plan;
    }

    /** The table that the plan writes or changes. */
    static List<Securable> of(LogicalPlan plan) {
        return target(root(plan)).flatMap(PlanTargets::table).map(List::of).orElse(List.of());
    }

    private static Optional<LogicalPlan> target(LogicalPlan root) {
        if (root instanceof V2WriteCommand write) {
            return Optional.of((LogicalPlan) write.table());
        }
        if (root instanceof V2CreateTablePlan create) {
            return Optional.of(create.name());
        }
        if (root instanceof MergeIntoTable merge) {
            return Optional.of(merge.targetTable());
        }
        boolean changes = root instanceof AlterTableCommand
                || root instanceof DropTable
                || root instanceof RenameTable
                || root instanceof TruncateTable
                || root instanceof UpdateTable
                || root instanceof DeleteFromTable;
        return changes ? Optional.of(root.children().head()) : Optional.empty();
    }

    private static Optional<Securable> table(LogicalPlan target) {
        if (target instanceof SubqueryAlias alias) {
            return table(alias.child());
        }
        if (target instanceof PolicyBarrier barrier) {
            return Optional.of(barrier.table());
        }
        if (target instanceof DataSourceV2Relation relation) {
            return ScalaInterop.optional(relation.catalog())
                    .flatMap(catalog -> ScalaInterop.optional(relation.identifier())
                            .flatMap(identifier -> Catalogs.table(catalog, identifier)));
        }
        if (target instanceof ResolvedIdentifier resolved) {
            return Catalogs.table(resolved.catalog(), resolved.identifier());
        }
        return target instanceof ResolvedTable resolved
                ? Catalogs.table(resolved.catalog(), resolved.identifier())
                : Optional.empty();
    }

    /** The result's columns, or those of the table that the plan fills. */
    static List<Output> outputs(LogicalPlan plan) {
        LogicalPlan root = root(plan);
        if (root instanceof V2WriteCommand write) {
            return written(
                    ScalaInterop.list(((LogicalPlan) write.table()).output()),
                    ScalaInterop.list(write.query().output()));
        }
        if (root instanceof V2CreateTableAsSelectPlan create) {
            return named(ScalaInterop.list(create.query().output()));
        }
        return root instanceof Command ? List.of() : named(ScalaInterop.list(root.output()));
    }

    private static List<Output> named(List<Attribute> columns) {
        return columns.stream().map(column -> new Output(column.name(), column)).toList();
    }

    // A plain write has the target's columns in their order; one of rows that replace others carries more, and has
    // names.
    private static List<Output> written(List<Attribute> target, List<Attribute> query) {
        List<Output> outputs = new ArrayList<>();
        for (int position = 0; position < target.size(); position++) {
            String name = target.get(position).name();
            if (target.size() == query.size()) {
                outputs.add(new Output(name, query.get(position)));
            } else {
                query.stream()
                        .filter(column -> column.name().equals(name))
                        .findFirst()
                        .ifPresent(column -> outputs.add(new Output(name, column)));
            }
        }
        return outputs;
    }
}
