package io.paladio.carbon.spark.rule;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.RefusalBuilder;
import io.paladio.carbon.spark.catalyst.PlanWalk;
import io.paladio.carbon.spark.catalyst.PolicyBarrier;
import io.paladio.carbon.spark.catalyst.ProcedureCalls;
import io.paladio.carbon.spark.catalyst.ProcedureCalls.Called;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Lets a CALL through to the catalog, which authorises the table: only procedures on the list, of a governed catalog, with
 * constants for arguments. Stateless but for its session.
 */
final class ProcedureGate implements PlanWalk.Visitor {
    private static final AllowList ALLOWED = AllowList.shipped("procedures.txt");
    private static final DeniedList DENIED = DeniedList.shipped("procedures-denied.txt");

    private final SparkSession session;

    ProcedureGate(SparkSession session) {
        this.session = session;
    }

    @Override
    public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
        if (ProcedureCalls.isNamedByExpression(node)) {
            throw Refusals.refuse(
                    session,
                    CarbonCondition.NOT_GOVERNABLE
                            .refusal()
                            .object("IDENTIFIER() in a CALL")
                            .reason("what it names is not known before it would run")
                            .remedy("Write the name of the procedure itself."));
        }
        ProcedureCalls.of(session, node).ifPresent(this::require);
    }

    @Override
    public void expression(Expression expression, LogicalPlan owner) {}

    private void require(Called called) {
        if (!called.isGoverned()) {
            throw refuse(CarbonCondition.NOT_GOVERNABLE, called, "it is not a procedure of a governed catalog");
        }
        if (!ALLOWED.allows(called.name())) {
            CarbonCondition condition = DENIED.condition(called.name()).orElse(CarbonCondition.NOT_GOVERNABLE);
            throw refuse(condition, called, "it is not on the list of procedures that are supported");
        }
        if (!called.isConstant()) {
            throw refuse(CarbonCondition.NOT_GOVERNABLE, called, "its arguments must be constants");
        }
    }

    private RuntimeException refuse(CarbonCondition condition, Called called, String reason) {
        RefusalBuilder refusal = condition.refusal().object(called.written()).reason(reason);
        return Refusals.refuse(session, refusal);
    }
}
