package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.RestrictedQuery;
import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.mask.MaskSecrets;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.VariableReference;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * Puts a restricted principal's view under its policy, as {@link PolicyWrap} does a table: barrier(project of masks(filter(columns
 * of the query(rows of the query)))). The query itself, and what it reads, is left as it is. Stateless.
 */
public final class ViewWrap {
    private ViewWrap() {}

    /**
     * What stands in the place of the boundary, whose query is resolved.
     *
     * @param policy what restricts the principal on the view now
     */
    public static LogicalPlan wrap(ViewBoundary boundary, EffectivePolicy policy, MaskSecrets secrets) {
        RestrictedQuery view = boundary.view();
        Project outer = columns(boundary, policy);
        requireAsMade(outer.child(), view, policy);
        Project inner = new Project(renumbered(outer), new ViewRows(policy, outer.child()));
        List<AttributeReference> attributes = ScalaInterop.list(inner.output()).stream()
                .map(column -> (AttributeReference) column)
                .toList();
        FieldBinding fields = FieldBinding.of(policy, view.bound().read(), attributes);
        LogicalPlan filtered = policy.rowFilter()
                .<LogicalPlan>map(
                        filter -> new Filter(new ExpressionCompiler(fields).compile(filter.condition()), inner))
                .orElse(inner);
        LogicalPlan counted = ShadowWrap.between(filtered, policy.table(), fields);
        NestedMasks masks = new NestedMasks(policy, new MaskCompiler(policy, secrets), fields);
        Project masked = new Project(outputs(outer, view, attributes, masks), counted);
        return ViewBarrier.of(policy, masked, view);
    }

    private static Project columns(ViewBoundary boundary, EffectivePolicy policy) {
        boolean whole = boundary.child() instanceof Project project
                && project.projectList().size()
                        == boundary.view().bound().read().columns().size();
        if (!whole || !boundary.view().isShownUnder(policy)) {
            throw FieldBinding.unenforceable(policy, "the view's columns changed while it was read");
        }
        return (Project) boundary.child();
    }

    /** The columns below get numbers of their own, and the masks re-issue the ones that the statement refers to. */
    private static scala.collection.immutable.Seq<NamedExpression> renumbered(Project outer) {
        return ScalaInterop.seq(ScalaInterop.list(outer.projectList()).stream()
                .map(NamedExpression::newInstance)
                .toList());
    }

    private static scala.collection.immutable.Seq<NamedExpression> outputs(
            Project outer, RestrictedQuery view, List<AttributeReference> attributes, NestedMasks masks) {
        List<NamedExpression> seen = ScalaInterop.list(outer.projectList());
        List<Column> columns = view.bound().read().columns();
        return ScalaInterop.seq(view.shown().stream()
                .<NamedExpression>map(place -> PolicyWrap.reissued(
                        (AttributeReference) seen.get(place).toAttribute(),
                        masks.apply(columns.get(place), attributes.get(place))))
                .toList());
    }

    /**
     * Refuses a query that means something else than it did when the view was made: the policy is bound to the view's columns by
     * their places in it. A star grows with its table, and takes in what a principal may refer to of it; a name that is gone means
     * what stands around the view, or a variable of the session.
     */
    private static void requireAsMade(LogicalPlan query, RestrictedQuery view, EffectivePolicy policy) {
        List<String> given = ScalaInterop.list(query.output()).stream()
                .map(NamedExpression::name)
                .limit(view.schema().fields().length)
                .toList();
        if (!String.join(",", given).equalsIgnoreCase(String.join(",", view.made()))) {
            throw FieldBinding.unenforceable(
                    policy, "its query does not have the columns that it had when it was made");
        }
        if (refersOutside(query)) {
            throw FieldBinding.unenforceable(policy, "its query takes a name from the statement that reads it");
        }
    }

    private static boolean refersOutside(LogicalPlan query) {
        return ScalaInterop.list(query.expressions()).stream().anyMatch(ViewWrap::isFromOutside)
                || ScalaInterop.list(query.children()).stream().anyMatch(ViewWrap::refersOutside)
                || ScalaInterop.list(query.subqueries()).stream().anyMatch(ViewWrap::readsVariable);
    }

    private static boolean isFromOutside(Expression expression) {
        return expression instanceof OuterReference
                || expression instanceof VariableReference
                || ScalaInterop.list(expression.children()).stream().anyMatch(ViewWrap::isFromOutside);
    }

    private static boolean readsVariable(LogicalPlan subquery) {
        boolean[] found = {false};
        PlanWalk.walk(subquery, new PlanWalk.Visitor() {
            @Override
            public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {}

            @Override
            public void expression(Expression part, LogicalPlan owner) {
                found[0] |= part instanceof VariableReference;
            }
        });
        return found[0];
    }
}
