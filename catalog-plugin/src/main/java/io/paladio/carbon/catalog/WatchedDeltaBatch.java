package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Iceberg's changing of rows one by one, its commit under a watch. Its text is the given one. As thread-safe as Iceberg's. */
final class WatchedDeltaBatch implements DeltaBatchWrite {
    private final String text;
    private final DeltaBatchWrite batch;
    private final CommitWatch watch;

    WatchedDeltaBatch(String text, DeltaBatchWrite batch, CommitWatch watch) {
        this.text = text;
        this.batch = batch;
        this.watch = watch;
    }

    @Override
    public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        return batch.createBatchWriterFactory(info);
    }

    @Override
    public boolean useCommitCoordinator() {
        return batch.useCommitCoordinator();
    }

    @Override
    public void onDataWriterCommit(WriterCommitMessage message) {
        batch.onDataWriterCommit(message);
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        watch.run(() -> batch.commit(messages));
    }

    @Override
    public void commit(WriterCommitMessage[] messages, WriteSummary summary) {
        watch.run(() -> batch.commit(messages, summary));
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        batch.abort(messages);
    }

    @Override
    public String toString() {
        return text;
    }
}
