package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.AnalysisOnlyCommand;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;

/** The plans within a plan, wherever Spark keeps them. Stateless. */
final class PlanTree {
    private PlanTree() {}

    /** Children, the query of a command that hides it once it is analysed, and the plans of sub-queries. */
    static List<LogicalPlan> below(LogicalPlan node) {
        List<LogicalPlan> below = new ArrayList<>();
        if (node instanceof AnalysisOnlyCommand command) {
            below.addAll(ScalaInterop.list(command.childrenToAnalyze()));
        } else if (node instanceof V2WriteCommand write) {
            below.add(write.query());
        } else {
            below.addAll(ScalaInterop.list(node.children()));
        }
        ScalaInterop.list(node.subqueries()).forEach(below::add);
        return below;
    }
}
