package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import scala.jdk.javaapi.OptionConverters;

/** The analysis that the current thread is in. Stateless. */
public final class Analysis {
    private Analysis() {}

    /** What Spark tracks the thread's analysis by: one object for each query, compared by identity. */
    public static Optional<QueryPlanningTracker> current() {
        return OptionConverters.toJava(QueryPlanningTracker.get());
    }

    /** Whether the thread checks a whole statement, not a view or sub-query within one. */
    public static boolean isOutermost() {
        AnalysisContext context = AnalysisContext.get();
        return context.nestedViewDepth() == 0 && context.outerPlan().isEmpty();
    }
}
