package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Securable;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * What a restricted principal hears of a commit that another one went before: Iceberg's own errors, which say that the statement may
 * be run again, and nothing of their texts, which hold the policy's filter and the places of files. Stateless.
 */
final class WriteConflicts {
    private static final String TEXT =
            "%s was changed meanwhile, and nothing of this statement was written. Run it again.";

    private WriteConflicts() {}

    static void telling(Securable table, Runnable commit) {
        try {
            commit.run();
        } catch (CommitFailedException conflict) {
            throw new CommitFailedException(TEXT, table);
        } catch (ValidationException conflict) {
            throw new ValidationException(TEXT, table);
        }
    }
}
