package io.paladio.carbon.platform.face;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;

/**
 * How the names of a warehouse stand in the catalog behind the face: everything lies below one name that is the warehouse's own,
 * which no caller can say and no answer shows. Immutable.
 */
final class WarehouseNames {
    private static final Pattern WAREHOUSE = Pattern.compile("[A-Za-z0-9_-]+");
    /** The catalog behind joins levels by dots: a level that holds one would be another's. */
    private static final Pattern LEVEL = Pattern.compile("[^./\\\\\\p{Cntrl}]+");

    private final String root;

    WarehouseNames(String warehouse) {
        if (!WAREHOUSE.matcher(warehouse).matches()) {
            throw new IllegalArgumentException("a warehouse is called by letters, digits, _ and -");
        }
        this.root = "tenant_" + warehouse;
    }

    /** Where it lies behind; refuses what could lie anywhere but in this warehouse. */
    Namespace physical(Namespace logical) {
        List<String> levels = new ArrayList<>(List.of(root));
        for (String level : logical.levels()) {
            if (!LEVEL.matcher(level).matches()) {
                throw new NoSuchNamespaceException("There is no schema of this name");
            }
            levels.add(level);
        }
        return Namespace.of(levels.toArray(String[]::new));
    }

    TableIdentifier physical(TableIdentifier logical) {
        return TableIdentifier.of(physical(logical.namespace()), logical.name());
    }

    /** Refuses a name that nothing of this warehouse may be given. */
    void requirePlain(Namespace logical) {
        if (logical.isEmpty()
                || !Arrays.stream(logical.levels())
                        .allMatch(level -> LEVEL.matcher(level).matches())) {
            throw new BadRequestException("A schema's name has no dot, no slash and no control character");
        }
    }

    boolean holds(Namespace physical) {
        return !physical.isEmpty() && physical.level(0).equals(root);
    }

    Namespace logical(Namespace physical) {
        return Namespace.of(Arrays.copyOfRange(physical.levels(), 1, physical.length()));
    }

    TableIdentifier logical(TableIdentifier physical) {
        return TableIdentifier.of(logical(physical.namespace()), physical.name());
    }

    /** What the catalog behind says, in names that callers know. */
    String logical(String text) {
        return text.replace(root + ".", "").replace(root, "the warehouse");
    }
}
