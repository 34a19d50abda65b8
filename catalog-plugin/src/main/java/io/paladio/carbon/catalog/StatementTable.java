package io.paladio.carbon.catalog;

import org.apache.iceberg.spark.source.StagedSparkTable;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;

/** The table that a CREATE or REPLACE … AS SELECT fills, stored at its end or not at all. Used by one thread. */
final class StatementTable extends StagedSparkTable {
    private final TableCreation creation;
    private boolean sent;

    StatementTable(TableCreation creation) {
        super(creation.transaction());
        this.creation = creation;
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return super.newWriteBuilder(new StatementWrite(info, creation.statement()));
    }

    @Override
    public void commitStagedChanges() {
        sent = true;
        creation.store();
    }

    @Override
    public void abortStagedChanges() {
        // A commit that was sent may still take place, whatever was heard of it.
        if (!sent) {
            creation.undo();
        }
    }
}
