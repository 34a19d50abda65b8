package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.Write;

/** A write whose rows owe something (S14), made of a write whose rows Spark has placed. As thread-safe as the write within. */
public record OwingWrite(Write write, OwedTags owed) implements Write {
    @Override
    public String description() {
        return write.description();
    }

    @Override
    public BatchWrite toBatch() {
        return new WatchedBatch(description(), write.toBatch(), new OwingCommit(owed));
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return write.supportedCustomMetrics();
    }

    @Override
    public CustomTaskMetric[] reportDriverMetrics() {
        return write.reportDriverMetrics();
    }

    @Override
    public String toString() {
        return write.toString();
    }
}
