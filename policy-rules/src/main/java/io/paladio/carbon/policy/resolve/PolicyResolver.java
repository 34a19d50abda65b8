package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.TableSchema;
import java.time.Instant;

/** Turns what Index holds about a table into a decision for one principal and one schema. Stateless and thread-safe. */
public final class PolicyResolver {
    private PolicyResolver() {}

    /** The decision; never null, and never a restriction weaker than one of the policies that apply. */
    public static Decision decide(TableAnswer answer, Principal principal, TableSchema schema, Instant now) {
        throw new UnsupportedOperationException("to be written");
    }
}
