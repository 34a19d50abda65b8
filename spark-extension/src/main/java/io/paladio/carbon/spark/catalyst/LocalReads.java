package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedScan;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.LocalTableScanExec;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.RangeExec;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AQEShuffleReadRule;
import org.apache.spark.sql.execution.adaptive.OptimizeShuffleWithLocalRead$;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.exchange.ShuffleOrigin;
import org.apache.spark.sql.internal.SQLConf;
import scala.collection.immutable.Seq;

/**
 * Spark's rule by which whoever wrote the parts of a shuffle reads them as well, for stages that read nothing of a restricted table, in
 * statements that read none either. It puts the parts together by the number of those that wrote them, and so by how many files were
 * read, those of hidden rows alone included; {@link HeldSettings} keep Spark itself from it. Speed alone: no result depends on it.
 * Stateless.
 */
public final class LocalReads extends Rule<SparkPlan> implements AQEShuffleReadRule {
    @Override
    public SparkPlan apply(SparkPlan plan) {
        if (!isOpen(plan) || !isOfOpenStatement()) {
            return plan;
        }
        SQLConf open = SQLConf.get().clone();
        open.setConfString(SQLConf.LOCAL_SHUFFLE_READER_ENABLED().key(), "true");
        return SQLConf.withExistingConf(open, () -> OptimizeShuffleWithLocalRead$.MODULE$.apply(plan));
    }

    /** Where it can't be told which statement a stage belongs to, it counts as one under a policy. */
    private static boolean isOfOpenStatement() {
        String id = SparkContext.getOrCreate().getLocalProperty(SQLExecution.EXECUTION_ID_KEY());
        QueryExecution statement = id == null ? null : SQLExecution.getQueryExecution(Long.parseLong(id));
        return statement != null && !PlanReads.holdBarrier(statement.optimizedPlan());
    }

    /** Whether everything that is read is known, and none of it restricted. What a cache holds is not known. */
    private static boolean isOpen(SparkPlan plan) {
        if (plan instanceof QueryStageExec stage) {
            return isOpen(stage.plan());
        }
        if (plan instanceof ReusedExchangeExec reused) {
            return isOpen(reused.child());
        }
        if (plan instanceof BatchScanExec read) {
            return !(read.scan() instanceof GovernedScan);
        }
        return plan.children().isEmpty()
                ? plan instanceof LocalTableScanExec || plan instanceof RangeExec
                : ScalaInterop.list(plan.children()).stream().allMatch(LocalReads::isOpen);
    }

    @Override
    public Seq<ShuffleOrigin> supportedShuffleOrigins() {
        return OptimizeShuffleWithLocalRead$.MODULE$.supportedShuffleOrigins();
    }
}
