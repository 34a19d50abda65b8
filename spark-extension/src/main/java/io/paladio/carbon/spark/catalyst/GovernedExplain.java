package io.paladio.carbon.spark.catalyst;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.ExecutableDuringAnalysis;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.CommandExecutionMode;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.command.ExplainCommand;

/**
 * EXPLAIN without what a policy hides: for a plan with a barrier only its analysed form, that ends at each barrier. Later forms
 * hold the policy's literals, pruned partitions and sizes. Stateless.
 */
public final class GovernedExplain {
    private static final String HEADING = "== Analyzed Logical Plan ==\n";

    private GovernedExplain() {}

    /** The answer to the command, in the place of the command. */
    public static LogicalPlan explained(SparkSession session, ExplainCommand command) {
        LogicalPlan staged = (LogicalPlan) command.logicalPlan()
                .transform(ScalaInterop.<LogicalPlan, LogicalPlan>rewriting(
                        node -> node instanceof ExecutableDuringAnalysis early
                                ? Optional.of(early.stageForExplain())
                                : Optional.empty()));
        QueryExecution execution = ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .executePlan(staged, CommandExecutionMode.SKIP());
        String text = restricted(execution.analyzed()).orElseGet(() -> execution.explainString(command.mode()));
        List<Row> rows = List.of(RowFactory.create(text));
        return LocalRelation.fromExternalRows(command.output(), ScalaInterop.seq(rows));
    }

    /** What may be shown of an analysed plan that restricts its principal; empty where it does not. */
    static Optional<String> restricted(LogicalPlan analyzed) {
        // Not only what it reads: a view that it defines is printed with its query, and what is below a barrier there.
        if (PlanReads.holdBarrier(analyzed)) {
            return Optional.of(HEADING + analyzed);
        }
        // A command that has run, such as that of an EXECUTE IMMEDIATE, would print its physical plan beside its
        // result.
        return PlanReads.commandsRun(analyzed).stream()
                .flatMap(command -> restricted(command).stream())
                .findFirst();
    }
}
