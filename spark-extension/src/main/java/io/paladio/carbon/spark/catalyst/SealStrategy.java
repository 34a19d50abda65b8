package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReturnAnswer;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.execution.command.ExecutedCommandExec;
import scala.collection.immutable.Seq;

/**
 * Where Spark turns an optimized plan into a physical one, again for each re-planning of an adaptive query: the last look at the
 * whole tree. A barrier has no physical form of its own; Spark fuses what is below it with what is above, unless the rows must
 * first be placed. A view that keeps the plan of its query is made of the query without barriers. Stateless.
 */
public final class SealStrategy extends SparkStrategy {
    private final transient Consumer<LogicalPlan> seal;

    /** A strategy that shows every root plan to the seal before anything is planned. */
    public SealStrategy(Consumer<LogicalPlan> seal) {
        this.seal = seal;
    }

    @Override
    public Seq<SparkPlan> apply(LogicalPlan plan) {
        if (plan instanceof ReturnAnswer answer) {
            seal.accept(answer.child());
        }
        if (plan instanceof PolicyBarrier barrier) {
            return ScalaInterop.seq(List.of(barrier.planned(planLater(barrier.child()))));
        }
        if (plan instanceof CheckedRows checked) {
            return ScalaInterop.seq(List.of(checked.planned(planLater(checked.child()))));
        }
        if (plan instanceof ShadowRows counted) {
            return ScalaInterop.seq(List.of(counted.over(planLater(counted.child()))));
        }
        return ScalaInterop.seq(ViewDefinitions.runnable(plan).<SparkPlan>map(ExecutedCommandExec::new).stream()
                .toList());
    }
}
