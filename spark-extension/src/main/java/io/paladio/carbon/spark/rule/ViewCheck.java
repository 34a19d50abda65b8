package io.paladio.carbon.spark.rule;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.CarbonRuntime;
import io.paladio.carbon.spark.catalyst.ViewBarrier;
import io.paladio.carbon.spark.catalyst.ViewBoundary;
import io.paladio.carbon.spark.catalyst.ViewProof;
import io.paladio.carbon.spark.catalyst.ViewWrap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Views that carry a policy of their own (S13): puts them under it, and proves that they stand there, as {@link ReadCheck} does of
 * tables. Whose the policy is, that check sees. Stateless but for the session that it is for.
 */
final class ViewCheck {
    private final SparkSession session;

    ViewCheck(SparkSession session) {
        this.session = session;
    }

    /** What a boundary becomes whose query is resolved and governed: the view under the policy that holds now. */
    LogicalPlan governed(ViewBoundary boundary) {
        StatementScope scope = scope();
        Securable view = boundary.view().view();
        Decision decision = scope.decide(view, boundary.view().bound());
        if (decision instanceof Decision.Restricted restricted) {
            return ViewWrap.wrap(boundary, restricted.policy(), scope.secrets());
        }
        if (decision instanceof Decision.Unrestricted) {
            return boundary.child();
        }
        throw refused(view, decision);
    }

    /** Refuses what is not proven; answers the views that the plan reads under their policies. */
    List<ViewBarrier> prove(LogicalPlan plan) {
        ViewProof proof = ViewProof.of(plan);
        proof.bare().ifPresent(view -> {
            throw broken(view);
        });
        return proof.barriers();
    }

    /** Refuses where anybody changed what a policy says. Asked of analysed plans: what was optimized says it otherwise. */
    void proveAsCompiled(List<ViewBarrier> views) {
        views.stream()
                .filter(view -> !view.isOptimized() && !view.isAsCompiled())
                .findFirst()
                .ifPresent(view -> {
                    throw broken(view.table());
                });
    }

    /** Refuses where the policies that the plan was wrapped with are not the ones that the scope's statement starts under. */
    void proveCurrent(List<ViewBarrier> views, StatementScope scope) {
        scope.ask(tables(views));
        for (ViewBarrier view : views) {
            Decision decision = scope.decide(view.table(), view.view().bound());
            boolean unchanged = decision instanceof Decision.Restricted restricted
                    && restricted.policy().etag().equals(view.policy().etag());
            if (!unchanged) {
                throw refused(view.table(), decision);
            }
        }
    }

    static Set<Securable> tables(List<ViewBarrier> views) {
        return views.stream().map(ViewBarrier::table).collect(Collectors.toUnmodifiableSet());
    }

    private StatementScope scope() {
        return ThreadScopes.current(
                CarbonRuntime.require().identities().require(session).caller());
    }

    private SparkRefusal broken(Securable view) {
        return Refusals.refuse(
                session,
                CarbonCondition.SEAL_BROKEN
                        .refusal()
                        .object(view.toString())
                        .principal(scope().caller().name()));
    }

    private SparkRefusal refused(Securable view, Decision decision) {
        if (decision instanceof Decision.Denied denied) {
            return Refusals.refuse(
                    session,
                    CarbonCondition.ACCESS_DENIED
                            .refusal()
                            .principal(denied.principal())
                            .object(view.toString()));
        }
        return Refusals.refuse(
                session,
                CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object(view.toString())
                        .reason("its policies changed since the statement was analysed")
                        .remedy("Run the statement again."));
    }
}
