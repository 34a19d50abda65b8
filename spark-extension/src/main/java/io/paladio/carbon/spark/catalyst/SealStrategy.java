package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.OwedTags;
import io.paladio.carbon.index.Obligations;
import java.util.List;
import java.util.Optional;
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
    private final transient LastLook seal;

    /** Who looks at a plan last. */
    public interface LastLook {
        /** Proves everything that a root plan reads and writes, and opens it. */
        void close(LogicalPlan root);

        /** How Index comes to hold what the rows of a write owe. */
        OwedTags owing(Obligations owed);
    }

    /** A strategy that shows every root plan to the seal before anything is planned. */
    public SealStrategy(LastLook seal) {
        this.seal = seal;
    }

    @Override
    public Seq<SparkPlan> apply(LogicalPlan plan) {
        if (plan instanceof ReturnAnswer answer) {
            ConstantsUnderPolicy.optimized();
            seal.close(answer.child());
        }
        Optional<LogicalPlan> owing = OwingCommands.of(plan, seal::owing);
        if (owing.isPresent()) {
            return ScalaInterop.seq(List.of(planLater(owing.get())));
        }
        if (plan instanceof OwedRows marked) {
            return ScalaInterop.seq(List.of(planLater(marked.child())));
        }
        if (plan instanceof Barrier barrier) {
            return ScalaInterop.seq(List.of(barrier.planned(planLater(barrier.child()))));
        }
        if (plan instanceof ViewRows rows) {
            return ScalaInterop.seq(List.of(planLater(rows.child())));
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
