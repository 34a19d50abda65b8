package io.paladio.carbon.platform.face;

import io.paladio.carbon.platform.index.IndexFolder;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ForbiddenException;

/**
 * Who may have what from the face: nobody what is denied to him, and a table under a policy only through the engine that
 * enforces it. Thread-safe.
 */
final class FaceAuthority {
    private final String catalog;
    private final IndexFolder index;
    private final FaceRestrictions restrictions;

    FaceAuthority(String catalog, IndexFolder index, FaceRestrictions restrictions) {
        this.catalog = catalog;
        this.index = index;
        this.restrictions = restrictions;
    }

    /** Whether the caller may know of anything here. */
    boolean mayEnter(FaceCaller caller) {
        return !index.denies(caller.principal(), List.of(catalog));
    }

    /** Refuses what the caller may not touch, without telling whether it exists. */
    void require(FaceCaller caller, TableIdentifier table) {
        if (!mayKnow(caller, table)) {
            throw new ForbiddenException("%s has no grant on %s", caller.principal(), table);
        }
        // Restrictions bind whom they are sent to, and an engine that is not known to apply them need not care who
        // asks.
        boolean restricted = caller.engine() == FaceCaller.Engine.FOREIGN && restrictions.restrict(table);
        if (restricted || (!caller.isTrusted() && index.bearsPolicy(path(table)))) {
            throw new ForbiddenException("%s is under a policy that this engine is not known to enforce", table);
        }
    }

    boolean mayKnow(FaceCaller caller, TableIdentifier table) {
        return !index.denies(caller.principal(), path(table));
    }

    void require(FaceCaller caller, Namespace namespace) {
        if (index.denies(caller.principal(), path(namespace))) {
            throw new ForbiddenException("%s has no grant on %s", caller.principal(), namespace);
        }
    }

    boolean mayKnow(FaceCaller caller, Namespace namespace) {
        return !index.denies(caller.principal(), path(namespace));
    }

    private List<String> path(TableIdentifier table) {
        List<String> path = new ArrayList<>(path(table.namespace()));
        path.add(table.name());
        return path;
    }

    private List<String> path(Namespace namespace) {
        List<String> path = new ArrayList<>();
        path.add(catalog);
        path.addAll(List.of(namespace.levels()));
        return path;
    }
}
