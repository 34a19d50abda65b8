package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import io.paladio.carbon.spark.health.CarbonMetrics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Counts the statements that another log records; those refused, it counts itself. Thread-safe as the other is. */
final class MeasuredStatementLog implements StatementLog {
    private final StatementLog log;

    MeasuredStatementLog(StatementLog log) {
        this.log = log;
    }

    @Override
    public void asked(SparkSession session, Optional<String> kind, Set<Securable> tables) {
        log.asked(session, kind, tables);
    }

    @Override
    public void analysed(SparkSession session, LogicalPlan plan) {
        CarbonMetrics.analysed();
        log.analysed(session, plan);
    }

    @Override
    public void refused(SparkSession session, SparkRefusal refusal) {
        log.refused(session, refusal);
    }

    @Override
    public List<DecidedStatement> decided(SparkSession session, String principal) {
        return log.decided(session, principal);
    }

    @Override
    public List<SinkHealth> evidence() {
        return log.evidence();
    }

    @Override
    public void close() {
        log.close();
    }
}
