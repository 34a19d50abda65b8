package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull;
import org.apache.spark.sql.catalyst.plans.logical.Assignment;
import org.apache.spark.sql.catalyst.plans.logical.InsertAction;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeAction;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.UpdateAction;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.collection.immutable.Seq;

/**
 * The columns that a statement assigns to: those of the table with all its columns in the place of those that the principal sees.
 * Values and conditions stay as they are. Refuses assignments that S12 refuses. Immutable.
 */
final class ChangedColumns {
    private final TargetRows rows;
    private final AssignableColumns assignable;
    private final DataSourceV2Relation whole;
    private final Map<ExprId, AttributeReference> stored;

    ChangedColumns(DataSourceV2Relation seen, DataSourceV2Relation whole, TargetRows rows) {
        this.rows = rows;
        this.assignable = rows.assignable();
        this.whole = whole;
        Map<ExprId, AttributeReference> places = new HashMap<>();
        List<AttributeReference> all = ScalaInterop.list(whole.output());
        for (AttributeReference column : ScalaInterop.list(seen.output())) {
            places.put(column.exprId(), all.get(rows.place(column.name())));
        }
        this.stored = Map.copyOf(places);
    }

    /** The assignments of an UPDATE. */
    Seq<Assignment> assigned(Seq<Assignment> assignments) {
        return ScalaInterop.seq(ScalaInterop.list(assignments).stream()
                .filter(assignment -> !changesNothing(assignment))
                .map(this::requireAssignable)
                .map(this::assigned)
                .toList());
    }

    /** A MERGE into the whole table. */
    MergeIntoTable assigned(MergeIntoTable merge) {
        return new MergeIntoTable(
                whole,
                merge.sourceTable(),
                merge.mergeCondition(),
                actions(merge.matchedActions(), merge.sourceTable()),
                actions(merge.notMatchedActions(), merge.sourceTable()),
                actions(merge.notMatchedBySourceActions(), merge.sourceTable()),
                merge.withSchemaEvolution());
    }

    /** What a condition says of columns that the principal sees as they are stored, in a way that can tell nothing else. */
    List<Expression> leakproof(Expression condition) {
        Set<String> masked = rows.masked();
        Set<ExprId> open = stored.entrySet().stream()
                .filter(column -> !masked.contains(column.getValue().name()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        return LeakproofPushdown.conjuncts(condition).stream()
                .filter(conjunct -> LeakproofPushdown.isLeakproof(conjunct, open))
                .map(this::inStored)
                .toList();
    }

    private Seq<MergeAction> actions(Seq<MergeAction> actions, LogicalPlan source) {
        return ScalaInterop.seq(ScalaInterop.list(actions).stream()
                .map(action -> action(action, source))
                .toList());
    }

    private MergeAction action(MergeAction action, LogicalPlan source) {
        if (action instanceof UpdateAction update) {
            return new UpdateAction(update.condition(), assigned(update.assignments()), update.fromStar());
        }
        if (action instanceof InsertAction insert) {
            requireNewValues(insert, source);
            Seq<Assignment> values = ScalaInterop.seq(ScalaInterop.list(insert.assignments()).stream()
                    .map(this::assigned)
                    .toList());
            return new InsertAction(insert.condition(), values);
        }
        return action;
    }

    /** Whether a column is given what it has: then the stored value stays, as that of a column which is not named does. */
    private boolean changesNothing(Assignment assignment) {
        return assignment.key() instanceof AttributeReference column
                && written(assignment.value()) instanceof AttributeReference value
                && value.exprId().equals(column.exprId())
                && stored.containsKey(column.exprId())
                && !rows.masked().contains(stored.get(column.exprId()).name());
    }

    /** By the names that the table has: a statement may write them in other letters. */
    private Assignment requireAssignable(Assignment assignment) {
        Optional<String> refused = ScalaInterop.list(
                        inStored(assignment.key()).references().toSeq())
                .stream()
                .flatMap(column -> assignable.whyKept(column.name()).stream())
                .findFirst();
        if (refused.isPresent()) {
            throw GovernedWrites.denied(rows, refused.get());
        }
        return assignment;
    }

    /** A MERGE inserts values of its source: as a query that gives them out under the names of the columns they go to. */
    private void requireNewValues(InsertAction insert, LogicalPlan source) {
        List<NamedExpression> values = new ArrayList<>();
        for (Assignment assignment : ScalaInterop.list(insert.assignments())) {
            String column = ((NamedExpression) inStored(assignment.key())).name();
            values.add(new Alias(
                    assignment.value(),
                    column,
                    NamedExpression$.MODULE$.newExprId(),
                    ScalaInterop.seq(List.of()),
                    scala.Option.empty(),
                    ScalaInterop.seq(List.of())));
        }
        Project inserted = new Project(ScalaInterop.seq(values), source);
        StoredMasks.require(inserted, rows);
        NewValues.require(inserted, rows);
    }

    private Assignment assigned(Assignment assignment) {
        return new Assignment(inStored(assignment.key()), written(assignment.value()));
    }

    /** The value as the statement has it: for a table that is only read, Spark casts it in another way than for one that it changes. */
    private static Expression written(Expression value) {
        boolean isSparks = value instanceof Cast cast
                && cast.getTagValue(Cast.BY_TABLE_INSERTION()).isDefined();
        Expression given = isSparks ? ((Cast) value).child() : value;
        return given instanceof AssertNotNull checked ? checked.child() : given;
    }

    private Expression inStored(Expression expression) {
        return (Expression) expression.transform(
                ScalaInterop.<Expression, Expression>rewriting(part -> part instanceof AttributeReference column
                        ? Optional.<Expression>ofNullable(stored.get(column.exprId()))
                        : Optional.empty()));
    }
}
