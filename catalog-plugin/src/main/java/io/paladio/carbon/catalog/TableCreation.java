package io.paladio.carbon.catalog;

import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table on its way from a statement into the catalog: begun, and then stored by one commit or undone.
 *
 * <p>Doubt does not delete. Whether a commit whose answer was lost took place is looked up by an id of its own, which its snapshot
 * carries beside the statement's: that one is the caller's to choose, and may be another statement's too. An empty table that had to be created beforehand is dropped only where it is provably the one that was
 * created, and still empty. Used by one thread.
 *
 * @param commit the id of the one commit, and of the table where that is created beforehand
 * @param made the table that was created before it could be filled; empty where it is staged
 */
record TableCreation(NamedTable named, String statement, UUID commit, Transaction transaction, Optional<UUID> made) {
    /** In the summary of the snapshot that a statement stores. */
    static final String STATEMENT = "carbon.statement-id";

    static final String COMMIT = "carbon.commit-id";
    /** Of a table that is created empty and not filled yet; gone with the commit that fills it. */
    static final String STATE = "carbon.creation";

    static final String PENDING = "pending";
    private static final String UNDONE = "undone";
    private static final Logger LOG = LoggerFactory.getLogger(TableCreation.class);

    /** Stores the table with all that was written into it. */
    void store() {
        try {
            transaction.commitTransaction();
        } catch (RuntimeException failure) {
            if (!CreationBuilder.mayHaveCreated(failure)
                    || named.find().filter(this::isStored).isEmpty()) {
                throw failure;
            }
        }
    }

    private boolean isStored(Table table) {
        for (Snapshot snapshot : table.snapshots()) {
            if (commit.toString().equals(snapshot.summary().get(COMMIT))) {
                return true;
            }
        }
        return false;
    }

    /** Takes back what was begun and not sent. Never fails: what is in doubt stays, and is logged. */
    void undo() {
        if (made.isPresent()
                && named.find().filter(this::isUntouched).filter(this::isFenced).isEmpty()) {
            LOG.warn(
                    "{} is left as it is: it can't be shown to be the empty table of statement {}",
                    named.identifier(),
                    statement);
        } else if (made.isPresent()) {
            drop();
        }
    }

    private boolean isUntouched(Table table) {
        return made.filter(table.uuid()::equals).isPresent()
                && table.currentSnapshot() == null
                && !table.snapshots().iterator().hasNext();
    }

    /** A commit of one's own brings back the table as it is now, with whatever others committed since it was looked at. */
    private boolean isFenced(Table table) {
        try {
            table.updateProperties().set(STATE, UNDONE).commit();
            return isUntouched(table);
        } catch (RuntimeException changed) {
            return false;
        }
    }

    private void drop() {
        try {
            named.drop();
        } catch (RuntimeException failure) {
            LOG.warn("The empty table {} of statement {} could not be dropped", named.identifier(), statement);
        }
    }
}
