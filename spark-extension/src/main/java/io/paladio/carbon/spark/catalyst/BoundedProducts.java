package io.paladio.carbon.spark.catalyst;

import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.joins.CartesianProductExec;

/**
 * Puts {@link BoundedProductExec} above each product of a plan. A columnar rule, because Spark asks those about every physical plan,
 * and about each stage of an adaptive one. Stateless.
 */
public final class BoundedProducts extends ColumnarRule {
    @Override
    public Rule<SparkPlan> preColumnarTransitions() {
        return new Bounding();
    }

    private static final class Bounding extends Rule<SparkPlan> {
        @Override
        public SparkPlan apply(SparkPlan plan) {
            SparkPlan below = below(plan);
            return below instanceof CartesianProductExec ? new BoundedProductExec(below) : below;
        }

        private SparkPlan below(SparkPlan plan) {
            return plan instanceof BoundedProductExec bounded
                    ? bounded.mapChildren(ScalaInterop.function(this::below))
                    : plan.mapChildren(ScalaInterop.function(this::apply));
        }
    }
}
