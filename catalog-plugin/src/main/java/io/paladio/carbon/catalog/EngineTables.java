package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Securable;
import java.util.Optional;

/**
 * Tables that the engine reads for itself, as itself: lookups of policies. What is read here never reaches a statement as a table.
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface EngineTables {
    /** An engine without an identity of its own: it reads nothing for itself. */
    EngineTables NONE = table -> Optional.empty();

    /** The table as it is now; empty where the engine has no identity of its own, or no such table. */
    Optional<EngineTable> open(Securable table);
}
