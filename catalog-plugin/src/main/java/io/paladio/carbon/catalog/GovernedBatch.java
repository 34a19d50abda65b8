package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteSummary;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** Iceberg's writing of a restricted principal's rows, with its conflicts in our words. As thread-safe as Iceberg's. */
final class GovernedBatch implements BatchWrite {
    private final GovernedTarget target;
    private final BatchWrite batch;

    GovernedBatch(GovernedTarget target, BatchWrite batch) {
        this.target = target;
        this.batch = batch;
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
        WriteConflicts.telling(target.securable(), () -> batch.commit(messages));
    }

    @Override
    public void commit(WriterCommitMessage[] messages, WriteSummary summary) {
        WriteConflicts.telling(target.securable(), () -> batch.commit(messages, summary));
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        batch.abort(messages);
    }

    @Override
    public String toString() {
        return target.toString();
    }
}
