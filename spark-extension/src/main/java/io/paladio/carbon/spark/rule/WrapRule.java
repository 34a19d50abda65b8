package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.spark.CarbonConfig.RestrictedWrites;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.catalyst.ContextFunctions;
import io.paladio.carbon.spark.catalyst.DeniedColumns;
import io.paladio.carbon.spark.catalyst.GovernedExplain;
import io.paladio.carbon.spark.catalyst.GovernedWrites;
import io.paladio.carbon.spark.catalyst.InheritedDefaults;
import io.paladio.carbon.spark.catalyst.JsonDescription;
import io.paladio.carbon.spark.catalyst.MetadataColumnNames;
import io.paladio.carbon.spark.catalyst.PlanRewrite;
import io.paladio.carbon.spark.catalyst.PolicyWrap;
import io.paladio.carbon.spark.catalyst.SessionVariables;
import io.paladio.carbon.spark.catalyst.ShadowWrap;
import io.paladio.carbon.spark.catalyst.StreamPlans;
import io.paladio.carbon.spark.catalyst.ViewBoundary;
import io.paladio.carbon.spark.catalyst.WriteTargets;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.command.ExplainCommand;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * L3: every read of a restricted table or view goes under its policy, every write to one is refused or put into the form in which it is
 * checked (S12), rows that a command stores get a mark of what they owe (S14), and names for the current
 * user become the principal. A post-hoc resolution rule, because those run in both of Spark's analyzers, before the cache, and
 * can't be excluded. Stateless but for its session.
 */
public final class WrapRule extends Rule<LogicalPlan> {
    private final SparkSession session;
    private final Placement placement;
    private final PlanLimits limits;
    private final DerivedRows derived;
    private final ViewCheck views;
    private final PlanRewrite rewrite = new PlanRewrite(this::governed, this::folded);

    public WrapRule(SparkSession session) {
        this.session = session;
        this.placement = new Placement(session);
        this.limits = new PlanLimits(session);
        this.derived = new DerivedRows(session);
        this.views = new ViewCheck(session);
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Refusals.telling(session, () -> wrapped(plan));
    }

    private LogicalPlan wrapped(LogicalPlan plan) {
        limits.requireFewRelations(plan);
        limits.requireFewTemporaryViews(plan);
        DeniedColumns.used(plan).ifPresent(use -> {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.COLUMN_DENIED
                            .refusal()
                            .object(use.column())
                            .principal(use.principal())
                            .policy(use.policy()));
        });
        MetadataColumnNames.used(plan).ifPresent(use -> {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.METADATA_DENIED
                            .refusal()
                            .object(use.column())
                            .principal(use.principal()));
        });
        LogicalPlan governed = InheritedDefaults.leftOut(rewrite.apply(plan));
        return SessionVariables.bounded(session, derived.marked(placement.placed(ShadowWrap.of(governed))));
    }

    private Optional<LogicalPlan> governed(LogicalPlan node) {
        Optional<GovernedTable> target = WriteTargets.restricted(node);
        if (target.isPresent()) {
            return written(node, target.get());
        }
        WriteTargets.behindView(node).ifPresent(policy -> {
            throw Refusals.refuse(session, CheckRule.writeDenied(policy));
        });
        if (node instanceof DataSourceV2Relation relation && relation.table() instanceof GovernedTable table) {
            return Optional.of(PolicyWrap.wrap(
                    relation, table, ThreadScopes.current(caller()).secrets()));
        }
        if (node instanceof ViewBoundary boundary) {
            ViewBoundary below = (ViewBoundary) rewrite.below(boundary);
            return Optional.of(below.resolved() ? views.governed(below) : below);
        }
        return node instanceof ExplainCommand explain
                ? Optional.of(GovernedExplain.explained(session, explain))
                : JsonDescription.of(node).or(() -> StreamPlans.source(node));
    }

    /** A write to a restricted table, in the form in which it can be proven to keep to S12. */
    private Optional<LogicalPlan> written(LogicalPlan command, GovernedTable target) {
        if (CarbonRuntime.require().config().restrictedWrites() != RestrictedWrites.CHECK) {
            throw Refusals.refuse(session, CheckRule.writeDenied(target.policy()));
        }
        LogicalPlan governed = rewrite.expressions(WriteTargets.withSources(command, rewrite::apply));
        return GovernedWrites.governed(
                governed, target, ThreadScopes.current(caller()).secrets());
    }

    private Optional<Expression> folded(Expression expression) {
        return ContextFunctions.isCurrentUser(expression)
                ? Optional.of(ContextFunctions.principal(caller().name()))
                : ContextFunctions.membership(expression);
    }

    private Caller caller() {
        return CarbonRuntime.require().identities().require(session).caller();
    }
}
