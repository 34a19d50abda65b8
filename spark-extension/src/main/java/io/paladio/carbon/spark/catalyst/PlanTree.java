package io.paladio.carbon.spark.catalyst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.plans.logical.AnalysisOnlyCommand;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
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

    /** All plans that a node holds itself, each once: none of those that its expressions hold. */
    static Set<LogicalPlan> parts(LogicalPlan node) {
        Set<LogicalPlan> parts = Collections.newSetFromMap(new IdentityHashMap<>());
        parts.addAll(ScalaInterop.list(node.children()));
        if (node instanceof UnresolvedWith with) {
            ScalaInterop.list(with.cteRelations()).forEach(table -> parts.add(table._2()));
        }
        parts.addAll(PlanWalk.plansAmong(node.productIterator()));
        return parts;
    }
}
