package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Securable;

/** The lookup tables that a policy's expressions may read, as they are for the whole of one statement (S9). */
@FunctionalInterface
public interface Lookups {
    /** Where nothing can be looked up. */
    Lookups NONE = table -> {
        throw new LookupFault("a lookup can't be read here");
    };

    /**
     * The table.
     *
     * @throws LookupFault if it can't be read as one
     */
    LookupTable table(Securable table) throws LookupFault;
}
