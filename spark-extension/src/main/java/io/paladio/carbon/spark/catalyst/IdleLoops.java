package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.CompoundBody;
import org.apache.spark.sql.catalyst.plans.logical.CompoundPlanStatement;
import org.apache.spark.sql.catalyst.plans.logical.IterateStatement;
import org.apache.spark.sql.catalyst.plans.logical.LeaveStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.LoopStatement;
import org.apache.spark.sql.catalyst.plans.logical.RepeatStatement;

/**
 * Loops of a script that can turn without running anything. Spark looks whether a script was interrupted where it runs a
 * statement: such a loop turns for as long as the server lives. Stateless.
 */
public final class IdleLoops {
    private IdleLoops() {}

    /** Whether a script, wherever it is in the plan, holds one. */
    public static boolean areIn(LogicalPlan plan) {
        Found found = new Found();
        PlanWalk.walk(plan, found);
        return found.idle;
    }

    /** Whether a turn runs something before it can begin anew or jump away. Conditions are queries, and run. */
    private static boolean runs(CompoundBody body) {
        for (CompoundPlanStatement statement : ScalaInterop.list(body.collection())) {
            if (statement instanceof CompoundBody inner) {
                if (runs(inner) || jumps(inner)) {
                    return runs(inner);
                }
            } else if (statement instanceof RepeatStatement repeat) {
                return runs(repeat.body()) || !jumps(repeat.body());
            } else {
                return statement instanceof LoopStatement loop ? runs(loop.body()) : !isJump(statement);
            }
        }
        return false;
    }

    private static boolean jumps(CompoundBody body) {
        return ScalaInterop.list(body.collection()).stream()
                .anyMatch(each -> isJump(each) || (each instanceof CompoundBody inner && jumps(inner)));
    }

    private static boolean isJump(CompoundPlanStatement statement) {
        return statement instanceof IterateStatement || statement instanceof LeaveStatement;
    }

    /** Used by one thread. */
    private static final class Found implements PlanWalk.Visitor {
        private boolean idle;

        @Override
        public void node(LogicalPlan node, Optional<PolicyBarrier> barrier) {
            idle |= node instanceof LoopStatement loop && !runs(loop.body());
        }

        @Override
        public void expression(Expression expression, LogicalPlan owner) {
            // Loops stand in no expression.
        }
    }
}
