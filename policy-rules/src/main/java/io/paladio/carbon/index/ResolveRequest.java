package io.paladio.carbon.index;

import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.util.Set;

/** The one question of a statement: everything it names, at once. */
public record ResolveRequest(Caller caller, Set<Securable> tables) {
    public ResolveRequest {
        tables = Set.copyOf(tables);
    }
}
