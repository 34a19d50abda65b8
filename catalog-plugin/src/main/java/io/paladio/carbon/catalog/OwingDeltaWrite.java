package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;

/** As {@link OwingWrite}, for rows that are changed one by one. As thread-safe as the write within. */
public record OwingDeltaWrite(DeltaWrite write, OwedTags owed) implements DeltaWrite {
    @Override
    public String description() {
        return write.description();
    }

    @Override
    public DeltaBatchWrite toBatch() {
        return new WatchedDeltaBatch(description(), write.toBatch(), new OwingCommit(owed));
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
