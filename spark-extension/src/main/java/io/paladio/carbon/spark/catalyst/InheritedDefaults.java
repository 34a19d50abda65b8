package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Defaults that the columns of a query have from the tables that it reads. A table made from a query gets its rows and no
 * defaults: Spark would evaluate them as SQL. What claims to be a default and is none of those tables' stays, and is refused. Stateless.
 */
public final class InheritedDefaults {
    private InheritedDefaults() {}

    /** The statement that makes a table of the same rows, without defaults; any other plan is answered as it is. */
    public static LogicalPlan leftOut(LogicalPlan plan) {
        if (!ColumnMetadata.makesTableWithSql(plan) || !(plan instanceof V2CreateTableAsSelectPlan create)) {
            return plan;
        }
        LogicalPlan query = create.query();
        Set<String> known = ScalaInterop.list(query.collectLeaves()).stream()
                .flatMap(InheritedDefaults::ofTable)
                .collect(Collectors.toSet());
        return ColumnMetadata.withSql(query.schema()).allMatch(known::contains)
                ? plan.mapChildren(ScalaInterop.function(child -> child == query ? plain(query) : child))
                : plan;
    }

    private static Stream<String> ofTable(LogicalPlan leaf) {
        return leaf instanceof DataSourceV2Relation relation && GovernedRelations.isOfFace(relation)
                ? ColumnMetadata.withSql(relation.schema())
                : Stream.empty();
    }

    private static LogicalPlan plain(LogicalPlan query) {
        List<NamedExpression> columns = ScalaInterop.list(query.output()).stream()
                .map(InheritedDefaults::plain)
                .toList();
        return new Project(ScalaInterop.seq(columns), query);
    }

    private static NamedExpression plain(Attribute column) {
        boolean within = ColumnMetadata.withSql(column.dataType()).findAny().isPresent();
        if (!within && !ColumnMetadata.holdsSql(column.metadata())) {
            return column;
        }
        Expression value = within
                ? new Cast(
                        column,
                        ColumnMetadata.withoutSql(column.dataType()),
                        ExpressionCompiler.UTC,
                        EvalMode$.MODULE$.ANSI())
                : column;
        return new Alias(
                value,
                column.name(),
                NamedExpression.newExprId(),
                column.qualifier(),
                scala.Option.apply(ColumnMetadata.withoutSql(column.metadata())),
                ScalaInterop.seq(List.of()));
    }
}
