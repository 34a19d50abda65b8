package io.paladio.carbon.spark;

import io.paladio.carbon.policy.Securable;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a statement asks for, as its text says before anything of it is resolved. Immutable.
 *
 * @param kind in SQL's words
 * @param tables the governed tables that it names
 */
record Asked(Optional<String> kind, Set<Securable> tables) {
    static final Asked NOTHING = new Asked(Optional.empty(), Set.of());

    Asked {
        tables = Set.copyOf(tables);
    }

    /** What a part of the statement, or another plan of it, asks for as well. The first kind is the statement's. */
    Asked and(Asked more) {
        Set<Securable> all = new HashSet<>(tables);
        all.addAll(more.tables);
        return new Asked(kind.or(more::kind), all);
    }
}
