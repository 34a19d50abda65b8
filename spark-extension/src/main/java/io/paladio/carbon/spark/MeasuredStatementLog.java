package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import io.paladio.carbon.spark.health.CarbonMetrics;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Counts what another log records. Thread-safe as the other is. */
final class MeasuredStatementLog implements StatementLog {
    private final StatementLog log;

    MeasuredStatementLog(StatementLog log) {
        this.log = log;
    }

    @Override
    public void analysed(SparkSession session, LogicalPlan plan) {
        CarbonMetrics.analysed();
        log.analysed(session, plan);
    }

    @Override
    public void refused(SparkSession session, SparkRefusal refusal) {
        CarbonMetrics.refused(refusal.carbonCondition());
        log.refused(session, refusal);
    }

    @Override
    public List<DecidedStatement> decided(SparkSession session, String principal) {
        return log.decided(session, principal);
    }

    @Override
    public void close() {
        log.close();
    }
}
