package io.paladio.carbon.catalog;

import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/** What stands at the face under a name, as it is at the moment of asking. Immutable. */
record NamedTable(Catalog catalog, TableIdentifier identifier) {
    /** The table; empty where there is none, and where that can't be found out. */
    Optional<Table> find() {
        try {
            return Optional.of(catalog.loadTable(identifier));
        } catch (RuntimeException absentOrUnknown) {
            return Optional.empty();
        }
    }

    /** Takes the name away. The files stay: they are deleted by place, and the place may be another table's by now. */
    void drop() {
        catalog.dropTable(identifier, false);
    }
}
