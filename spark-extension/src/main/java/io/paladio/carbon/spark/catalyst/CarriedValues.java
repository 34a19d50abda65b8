package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeRows;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.Union;

/**
 * Follows the stored values of some columns from the barriers of a write up to what is written. Those of masked columns are to be
 * handed on as they are: no expression may compute with them, compare them or look at them. Used by one thread, for one plan.
 */
final class CarriedValues {
    private final GovernedTarget target;
    private final Set<String> followed;
    private final Map<LogicalPlan, Map<ExprId, String>> known = new java.util.IdentityHashMap<>();
    private final List<PolicyBarrier> barriers = new ArrayList<>();
    private boolean used;

    CarriedValues(GovernedTarget target, Set<String> followed) {
        this.target = target;
        this.followed = followed;
    }

    /** The followed column whose stored value an output column of the plan holds, where it holds one. */
    Optional<String> of(LogicalPlan plan, Attribute column) {
        return Optional.ofNullable(through(plan).get(column.exprId()));
    }

    /** Whether anything was made of a stored value. */
    boolean isUsed() {
        return used;
    }

    /** The barriers that the plan's stored values come from. */
    List<PolicyBarrier> barriers() {
        return List.copyOf(barriers);
    }

    private Map<ExprId, String> through(LogicalPlan plan) {
        Map<ExprId, String> carried = known.get(plan);
        if (carried == null) {
            carried = plan instanceof PolicyBarrier barrier ? given(barrier) : handedOn(plan);
            known.put(plan, carried);
        }
        return carried;
    }

    private Map<ExprId, String> given(PolicyBarrier barrier) {
        Map<ExprId, String> given = new HashMap<>();
        if (barrier.rows() != BarrierRows.SEEN && barrier.isOf(target.policy())) {
            barriers.add(barrier);
            ScalaInterop.list(barrier.output()).stream()
                    .filter(column -> barrier.carries(column) && followed.contains(column.name()))
                    .forEach(column -> given.put(column.exprId(), column.name()));
        }
        return given;
    }

    private Map<ExprId, String> handedOn(LogicalPlan plan) {
        Map<ExprId, String> below = new HashMap<>();
        ScalaInterop.list(plan.children()).forEach(child -> below.putAll(through(child)));
        if (below.isEmpty()) {
            return below;
        }
        if (plan instanceof Project project) {
            return projected(project, below);
        }
        if (plan instanceof Expand expand) {
            return aligned(expand.output(), rows(expand.projections()), below);
        }
        if (plan instanceof MergeRows merge) {
            require(conditions(merge), below);
            return aligned(merge.output(), rows(merge.outputs()), below);
        }
        if (plan instanceof Union union) {
            List<List<? extends Expression>> rows = ScalaInterop.list(union.children()).stream()
                    .<List<? extends Expression>>map(child -> ScalaInterop.list(child.output()))
                    .toList();
            return aligned(union.output(), rows, below);
        }
        if (!mayLook(plan)) {
            require(ScalaInterop.list(plan.expressions()), below);
        }
        return below;
    }

    /** The check of new rows, and what places them for the writer: nothing that they compute comes out. */
    private static boolean mayLook(LogicalPlan plan) {
        return plan instanceof CheckedRows
                || plan instanceof Sort
                || plan instanceof RepartitionByExpression
                || plan instanceof RebalancePartitions;
    }

    private Map<ExprId, String> projected(Project project, Map<ExprId, String> below) {
        Map<ExprId, String> carried = new HashMap<>();
        for (NamedExpression column : ScalaInterop.list(project.projectList())) {
            Expression value = column instanceof Alias alias ? alias.child() : (Expression) column;
            held(value, below).ifPresent(stored -> carried.put(column.exprId(), stored));
        }
        return carried;
    }

    /** Rows of values under the columns that they come out as. */
    private Map<ExprId, String> aligned(
            scala.collection.immutable.Seq<? extends Attribute> output,
            List<List<? extends Expression>> rows,
            Map<ExprId, String> below) {
        List<? extends Attribute> columns = ScalaInterop.list(output);
        Map<ExprId, String> carried = new HashMap<>();
        for (List<? extends Expression> row : rows) {
            for (int place = 0; place < Math.min(columns.size(), row.size()); place++) {
                ExprId column = columns.get(place).exprId();
                held(row.get(place), below).ifPresent(stored -> {
                    used |= !stored.equals(carried.getOrDefault(column, stored));
                    carried.put(column, stored);
                });
            }
        }
        return carried;
    }

    /** The stored value that an expression hands on as it is; anything else that looks at one uses it. */
    private Optional<String> held(Expression value, Map<ExprId, String> below) {
        if (value instanceof AttributeReference column) {
            return Optional.ofNullable(below.get(column.exprId()));
        }
        if (value instanceof If choice) {
            Optional<String> then = held(choice.trueValue(), below);
            Optional<String> otherwise = held(choice.falseValue(), below);
            require(List.of(choice.predicate()), below);
            used |= !then.equals(otherwise);
            return then;
        }
        require(List.of(value), below);
        return Optional.empty();
    }

    private void require(List<? extends Expression> expressions, Map<ExprId, String> below) {
        used |= expressions.stream().anyMatch(expression -> looksAt(expression, below));
    }

    private static boolean looksAt(Expression expression, Map<ExprId, String> below) {
        if (expression instanceof Literal) {
            return false;
        }
        return ScalaInterop.list(expression.references().toSeq()).stream()
                .anyMatch(column -> below.containsKey(column.exprId()));
    }

    private static List<Expression> conditions(MergeRows merge) {
        return Stream.concat(
                        Stream.of(merge.isSourceRowPresent(), merge.isTargetRowPresent()),
                        ScalaInterop.list(merge.instructions()).stream().map(MergeRows.Instruction::condition))
                .toList();
    }

    private static List<List<? extends Expression>> rows(
            scala.collection.immutable.Seq<? extends scala.collection.immutable.Seq<Expression>> rows) {
        return ScalaInterop.list(rows).stream()
                .<List<? extends Expression>>map(ScalaInterop::list)
                .toList();
    }
}
