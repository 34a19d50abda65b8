package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Iceberg's writing of rows, its commit under a watch. Its text is the given one. As thread-safe as Iceberg's. */
final class WatchedBatch implements BatchWrite {
    private final String text;
    private final BatchWrite batch;
    private final CommitWatch watch;

    WatchedBatch(String text, BatchWrite batch, CommitWatch watch) {
        this.text = text;
        this.batch = batch;
        this.watch = watch;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
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
