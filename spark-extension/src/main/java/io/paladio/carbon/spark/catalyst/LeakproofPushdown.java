package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * Lets predicates through the barrier that can tell nothing (S18): they can't throw, call no code, and read only columns that
 * the principal sees raw. They then prune files as they would without a policy. Everything else stays above.
 *
 * <p>For speed alone: without this rule every result is the same. Stateless.
 */
public final class LeakproofPushdown extends Rule<LogicalPlan> {
    private static final Set<Class<?>> LEAKPROOF = Set.of(
            AttributeReference.class,
            Literal.class,
            EqualTo.class,
            EqualNullSafe.class,
            LessThan.class,
            LessThanOrEqual.class,
            GreaterThan.class,
            GreaterThanOrEqual.class,
            In.class,
            InSet.class,
            IsNull.class,
            IsNotNull.class,
            StartsWith.class,
            And.class,
            Or.class,
            Not.class);

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return (LogicalPlan)
                plan.transformDown(ScalaInterop.<LogicalPlan, LogicalPlan>rewriting(LeakproofPushdown::let));
    }

    private static Optional<LogicalPlan> let(LogicalPlan node) {
        if (!(node instanceof Filter filter) || !holdsBack(filter.child())) {
            return Optional.empty();
        }
        OneChildPlan barrier = (OneChildPlan) filter.child();
        Set<ExprId> raw = barrier instanceof ViewRows ? rawColumns(barrier) : rawColumns(barrier.child());
        List<Expression> conjuncts = conjuncts(filter.condition());
        List<Expression> through = conjuncts.stream()
                .filter(conjunct -> isLeakproof(conjunct, raw))
                .toList();
        if (through.isEmpty()) {
            return Optional.empty();
        }
        LogicalPlan below = barrier.withNewChildInternal(new Filter(joined(through), barrier.child()));
        List<Expression> above = conjuncts.stream()
                .filter(conjunct -> !through.contains(conjunct))
                .toList();
        return Optional.of(above.isEmpty() ? below : new Filter(joined(above), below));
    }

    private static boolean holdsBack(LogicalPlan node) {
        return node instanceof Barrier || node instanceof ViewRows;
    }

    /** The columns that come out of the relation, or out of a view's query, as they are: not masked, not computed. */
    private static Set<ExprId> rawColumns(LogicalPlan plan) {
        if (plan instanceof Filter || plan instanceof ShadowRows) {
            return rawColumns(plan.children().head());
        }
        if (plan instanceof Project project) {
            return copied(project, rawColumns(project.child()));
        }
        if (plan instanceof ViewRows rows) {
            return plainColumns(rows.child());
        }
        return plan.children().isEmpty() ? given(plan) : Set.of();
    }

    /**
     * The columns of a view's query by which rows may be left out before the query has seen them: it makes nothing of any row that
     * can fail. Else an error would tell of the one hidden row that a predicate picks.
     */
    private static Set<ExprId> plainColumns(LogicalPlan query) {
        if (query instanceof Filter filter) {
            Set<ExprId> below = plainColumns(filter.child());
            return isLeakproof(filter.condition(), below) ? below : Set.of();
        }
        if (query instanceof Project project) {
            Set<ExprId> below = plainColumns(project.child());
            boolean plain = ScalaInterop.list(project.projectList()).stream()
                    .allMatch(column ->
                            isLeakproof(column instanceof Alias alias ? alias.child() : (Expression) column, below));
            return plain ? copied(project, below) : Set.of();
        }
        return query instanceof Barrier || query.children().isEmpty() ? given(query) : Set.of();
    }

    private static Set<ExprId> copied(Project project, Set<ExprId> below) {
        return ScalaInterop.list(project.projectList()).stream()
                .filter(column -> source(column).filter(below::contains).isPresent())
                .map(NamedExpression::exprId)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<ExprId> given(LogicalPlan plan) {
        return ScalaInterop.list(plan.output()).stream().map(Attribute::exprId).collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<ExprId> source(NamedExpression column) {
        Object value = column instanceof Alias alias ? alias.child() : column;
        return value instanceof AttributeReference attribute ? Optional.of(attribute.exprId()) : Optional.empty();
    }

    /** Whether the predicate can tell nothing and reads these columns alone. */
    static boolean isLeakproof(Expression expression, Set<ExprId> raw) {
        boolean reads = !(expression instanceof AttributeReference attribute) || raw.contains(attribute.exprId());
        return reads
                && LEAKPROOF.contains(expression.getClass())
                && ScalaInterop.list(expression.children()).stream().allMatch(child -> isLeakproof(child, raw));
    }

    static List<Expression> conjuncts(Expression condition) {
        return condition instanceof And and
                ? Stream.concat(conjuncts(and.left()).stream(), conjuncts(and.right()).stream())
                        .toList()
                : List.of(condition);
    }

    static Expression joined(List<Expression> conjuncts) {
        return conjuncts.stream().reduce(And::new).orElseThrow();
    }
}
