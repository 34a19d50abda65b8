package io.paladio.carbon.catalog;

import java.util.Map;
import org.apache.iceberg.spark.source.StagedSparkTable;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;

/** The table that a CREATE or REPLACE … AS SELECT fills, stored at its end or not at all. Used by one thread. */
public final class StatementTable extends StagedSparkTable {
    private final TableCreation creation;
    private CommitWatch watch = Runnable::run;
    private boolean sent;

    StatementTable(TableCreation creation) {
        super(creation.transaction());
        this.creation = creation;
    }

    /** The rows that fill it owe this: the write of them stores nothing by itself. */
    public void owes(OwedTags owed) {
        watch = new OwingCommit(owed);
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return super.newWriteBuilder(new StatementWrite(
                info,
                Map.of(
                        TableCreation.STATEMENT,
                        creation.statement(),
                        TableCreation.COMMIT,
                        creation.commit().toString())));
    }

    @Override
    public void commitStagedChanges() {
        watch.run(() -> {
            sent = true;
            creation.store();
        });
    }

    @Override
    public void abortStagedChanges() {
        // A commit that was sent may still take place, whatever was heard of it.
        if (!sent) {
            creation.undo();
        }
    }
}
