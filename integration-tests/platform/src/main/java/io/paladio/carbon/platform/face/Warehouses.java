package io.paladio.carbon.platform.face;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every warehouse that the face serves, by its name, which is its prefix in paths as well. Immutable. */
final class Warehouses {
    private final Map<String, Warehouse> byName;

    Warehouses(List<Warehouse> all) {
        Map<String, Warehouse> named = new LinkedHashMap<>();
        all.forEach(warehouse -> named.put(warehouse.name(), warehouse));
        this.byName = Map.copyOf(named);
    }

    /**
     * One of them: its tables, its authority, its calls, and nothing of another's.
     *
     * @param catalog the warehouse by its logical names
     * @param restrictions what a test has it send along with tables
     */
    record Warehouse(
            String name,
            WarehouseCatalog catalog,
            FaceAuthority authority,
            FaceDispatch dispatch,
            FaceRestrictions restrictions) {
        /** What the catalog behind says, in names that callers know. */
        String logical(String text) {
            return new WarehouseNames(name).logical(text);
        }
    }

    /**
     * The warehouse that a caller asks for. One that he may know nothing of is not there, so that nobody learns who else is served.
     *
     * @param name empty for a caller that names none: the only one, where it is the only one
     */
    Optional<Warehouse> find(FaceCaller caller, String name) {
        String asked = name.isEmpty() && byName.size() == 1
                ? byName.keySet().iterator().next()
                : name;
        return Optional.ofNullable(byName.get(asked))
                .filter(warehouse -> warehouse.authority().mayEnter(caller));
    }
}
