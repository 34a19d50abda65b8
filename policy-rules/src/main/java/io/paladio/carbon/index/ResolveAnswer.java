package io.paladio.carbon.index;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.time.Instant;
import java.util.Map;

/**
 * Index's answer. Holds every table that was asked about: a source that left one out fails instead.
 *
 * @param asOf when Index answered
 * @param epoch grows with every change in Index
 */
public record ResolveAnswer(Instant asOf, long epoch, Principal principal, Map<Securable, TableAnswer> tables) {
    public ResolveAnswer {
        tables = Map.copyOf(tables);
    }
}
