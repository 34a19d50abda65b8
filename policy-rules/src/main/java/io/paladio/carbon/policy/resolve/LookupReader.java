package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.expression.LookupFault;
import io.paladio.carbon.policy.expression.LookupTable;
import java.util.Optional;

/** Opens lookup tables for one statement: each in one state, however often it is opened (S9). */
@FunctionalInterface
public interface LookupReader {
    /** Where nothing can be looked up. */
    LookupReader NONE = (table, maxRows) -> {
        throw new LookupFault("a lookup can't be read here");
    };

    /**
     * A lookup in its state.
     *
     * @param snapshotId empty for a table without any
     */
    record Opened(LookupTable table, Optional<Long> snapshotId) {}

    /**
     * Opens the table as it is for this statement.
     *
     * @param maxRows how many rows the policy lets be read
     * @throws LookupFault if it can't be read as a lookup
     */
    Opened open(Securable table, int maxRows) throws LookupFault;
}
