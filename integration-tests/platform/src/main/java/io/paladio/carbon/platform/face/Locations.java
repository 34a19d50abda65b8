package io.paladio.carbon.platform.face;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ForbiddenException;

/**
 * Where tables lie. The face alone says so: a caller who could choose would choose another table's folder and be vended a key
 * to it. Thread-safe.
 */
final class Locations {
    private static final List<String> PATH_PROPERTIES =
            List.of("write.data.path", "write.metadata.path", "write.object-storage.path", "write.folder-storage.path");

    private final String warehouse;
    private final Map<String, TableIdentifier> staged = new ConcurrentHashMap<>();

    Locations(String warehouse) {
        this.warehouse = warehouse;
    }

    /** A fresh folder, which no table ever had. */
    String allocate(TableIdentifier table) {
        return warehouse + "/" + plain(table.namespace().toString()) + "/" + plain(table.name()) + "-"
                + UUID.randomUUID();
    }

    /** A fresh folder for a table that is not there yet. */
    String stage(TableIdentifier table) {
        String location = allocate(table);
        staged.put(location, table);
        return location;
    }

    void refuseChosen(String location, Map<String, String> properties) {
        if (location != null && !location.isEmpty()) {
            throw new ForbiddenException("The face chooses the location of a table");
        }
        refusePaths(properties);
    }

    /** Refuses a commit that moves the table; the first commit of a staged table repeats what it was given. */
    void check(TableIdentifier table, String current, List<MetadataUpdate> updates) {
        for (MetadataUpdate update : updates) {
            if (update instanceof MetadataUpdate.SetLocation move
                    && !move.location().equals(current)
                    && !table.equals(staged.get(move.location()))) {
                throw new ForbiddenException("The face chooses the location of a table");
            }
            if (update instanceof MetadataUpdate.SetProperties set) {
                refusePaths(set.updated());
            }
        }
    }

    void settle(List<MetadataUpdate> updates) {
        updates.stream()
                .filter(MetadataUpdate.SetLocation.class::isInstance)
                .map(MetadataUpdate.SetLocation.class::cast)
                .forEach(move -> staged.remove(move.location()));
    }

    private static void refusePaths(Map<String, String> properties) {
        for (String property : PATH_PROPERTIES) {
            if (properties.containsKey(property)) {
                throw new BadRequestException("The property %s is not for callers to set", property);
            }
        }
    }

    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "-");
    }
}
