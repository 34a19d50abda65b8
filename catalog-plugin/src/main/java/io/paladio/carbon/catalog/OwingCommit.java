package io.paladio.carbon.catalog;

import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;

/**
 * A commit of rows that owe something: Index has it on record before, or the commit does not take place. What was recorded is taken
 * back where the commit is known to have failed. Where that is in doubt it stays: the rows may be there. Stateless but for what is owed.
 */
record OwingCommit(OwedTags owed) implements CommitWatch {
    @Override
    public void run(Runnable commit) {
        owed.record();
        try {
            commit.run();
        } catch (RuntimeException failure) {
            if (isRefused(failure)) {
                owed.withdraw();
            }
            throw failure;
        }
    }

    /** Whether the answer to a change was that it did not take place. */
    static boolean isRefused(Exception failure) {
        return failure instanceof NoSuchTableException
                || failure instanceof TableAlreadyExistsException
                || failure instanceof CleanableFailure
                || failure instanceof AlreadyExistsException
                || (failure instanceof SparkRefusal refusal && !CreationBuilder.isUnanswered(refusal));
    }
}
