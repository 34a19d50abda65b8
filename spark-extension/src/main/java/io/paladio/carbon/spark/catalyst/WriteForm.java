package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedReplacement;
import io.paladio.carbon.catalog.GovernedTarget;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceData;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WriteDelta;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.types.StructType;

/** What a governed write must be by the kind of its statement, and what the policy compiles to in it. Stateless. */
final class WriteForm {
    private WriteForm() {}

    /** Whether rows come to the table that the statement made or changed, and a filter says which may. */
    static boolean needsCheck(V2WriteCommand write, GovernedTarget target) {
        return !isOf(write, Command.DELETE) && target.policy().rowFilter().isPresent();
    }

    /** Whether each row that is written was one of the table's before, and has its masked columns still. */
    static boolean storesRowsAgain(V2WriteCommand write) {
        return isOf(write, Command.UPDATE) || write instanceof ReplaceData && isOf(write, Command.DELETE);
    }

    private static boolean isOf(V2WriteCommand write, Command command) {
        return write instanceof RowLevelWrite operation && statement(operation.operation()) == command;
    }

    private static Command statement(RowLevelOperation operation) {
        return operation instanceof GovernedReplacement replacement ? replacement.statement() : operation.command();
    }

    /**
     * Whether the check of changed rows, and what tells which files are looked at, are what the policy compiles to now: no rule of
     * Spark's analyser, or of anybody, changed them. So it is until the plan is optimized. What is read of the target stands in
     * barriers, which tell the same of themselves.
     */
    static boolean isAsCompiled(V2WriteCommand write, List<LogicalPlan> changed, GovernedTarget target) {
        boolean checks = !needsCheck(write, target) || changed.stream().allMatch(rows -> isCheck(rows, write, target));
        return checks && (!(write instanceof ReplaceData replace) || isPruning(replace, target));
    }

    private static boolean isCheck(LogicalPlan rows, V2WriteCommand write, GovernedTarget target) {
        if (!(rows instanceof CheckedRows checked)) {
            return false;
        }
        TargetFilter filter = new TargetFilter(target);
        LogicalPlan compiled = write instanceof RowLevelWrite
                ? filter.checkedOperations(checked.child())
                : filter.checked(checked.child());
        return compiled instanceof CheckedRows expected && checked.checksAs(expected);
    }

    /** Whether files are passed over by the policy's filter alone, and by what can tell nothing of what the principal does not see. */
    private static boolean isPruning(ReplaceData replace, GovernedTarget target) {
        List<AttributeReference> whole = ScalaInterop.list(((LogicalPlan) replace.originalTable()).output()).stream()
                .map(AttributeReference.class::cast)
                .toList();
        List<Expression> filter = new TargetFilter(target)
                .on(whole)
                .map(LeakproofPushdown::conjuncts)
                .orElse(List.of());
        Set<ExprId> open = open(whole, target);
        List<Expression> pruning = LeakproofPushdown.conjuncts(replace.condition());
        return filter.stream().allMatch(part -> holds(pruning, part))
                && pruning.stream().allMatch(part -> holds(filter, part) || LeakproofPushdown.isLeakproof(part, open));
    }

    private static boolean holds(List<Expression> all, Expression part) {
        return all.stream().anyMatch(part::semanticEquals);
    }

    private static Set<ExprId> open(List<AttributeReference> whole, GovernedTarget target) {
        Set<String> masked = MaskedColumns.of(target);
        return whole.stream()
                .filter(column -> !masked.contains(column.name()))
                .map(Attribute::exprId)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether each column of the table is filled by the column of its name. */
    static boolean isProjectedByName(V2WriteCommand write) {
        List<Attribute> columns = ScalaInterop.list(write.query().output());
        return projections(write).allMatch(projection -> isByName(projection, columns));
    }

    private static Stream<ProjectingInternalRow> projections(V2WriteCommand write) {
        if (write instanceof ReplaceData replace) {
            return Stream.of(replace.projections().rowProjection());
        }
        return write instanceof WriteDelta delta
                ? ScalaInterop.optional(delta.projections().rowProjection()).stream()
                : Stream.empty();
    }

    private static boolean isByName(ProjectingInternalRow projection, List<Attribute> columns) {
        StructType table = projection.schema();
        for (int place = 0; place < table.length(); place++) {
            int given = (Integer) projection.colOrdinals().apply(place);
            boolean filled = given >= 0
                    && given < columns.size()
                    && columns.get(given).name().equals(table.fields()[place].name());
            if (!filled) {
                return false;
            }
        }
        return true;
    }
}
