package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;

/**
 * Makes sure that a table or view is known to the face by exactly the name it was loaded by.
 *
 * <p>Grants, tags and policies hang on names. A face that answers for {@code SALES.Orders} with {@code sales.orders} would
 * otherwise lead past all of them. Once in a session a table is asked for in the other case; only where the face answers, every
 * name is looked up in its lists. Thread-safe.
 */
final class ExactNames {
    private final Catalog tables;
    private final SupportsNamespaces schemas;
    private final ViewCatalog views;
    private final Set<TableIdentifier> confirmed = ConcurrentHashMap.newKeySet();
    private final Set<TableIdentifier> confirmedViews = ConcurrentHashMap.newKeySet();
    private volatile Reading reading = Reading.NOT_YET_KNOWN;

    /** How the face reads names. */
    private enum Reading {
        NOT_YET_KNOWN,
        EXACT,
        LENIENT
    }

    ExactNames(FaceRestCatalog face) {
        this.tables = face;
        this.schemas = face;
        this.views = face;
    }

    /** Refuses with NOT_GOVERNABLE a table that the face lists under another spelling, or not at all. */
    void require(TableIdentifier loaded) {
        if (reading == Reading.NOT_YET_KNOWN) {
            reading = probe(loaded);
        }
        if (reading == Reading.EXACT || confirmed.contains(loaded)) {
            return;
        }
        Namespace schema = loaded.namespace();
        if (!schemas.listNamespaces().contains(schema)
                || !tables.listTables(schema).contains(loaded)) {
            throw unlisted(loaded, "SHOW TABLES");
        }
        confirmed.add(loaded);
    }

    /** Refuses with NOT_GOVERNABLE a view that the face lists under another spelling, or not at all. */
    void requireView(TableIdentifier loaded) {
        if (confirmedViews.contains(loaded)) {
            return;
        }
        if (!views.listViews(loaded.namespace()).contains(loaded)) {
            throw unlisted(loaded, "SHOW VIEWS");
        }
        confirmedViews.add(loaded);
    }

    private static SparkRefusal unlisted(TableIdentifier name, String listing) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(name.toString())
                .reason("the catalog does not list it by this spelling")
                .remedy("Write its name exactly as " + listing + " lists it.")
                .build());
    }

    /** A name without letters says nothing about others, and has no other spelling either: it is looked up. */
    private Reading probe(TableIdentifier loaded) {
        String schema = loaded.namespace().toString();
        TableIdentifier otherSchema = TableIdentifier.of(Namespace.of(swapped(schema)), loaded.name());
        TableIdentifier otherTable = TableIdentifier.of(loaded.namespace(), swapped(loaded.name()));
        if (otherSchema.equals(loaded) || otherTable.equals(loaded)) {
            return Reading.NOT_YET_KNOWN;
        }
        return answers(otherSchema) || answers(otherTable) ? Reading.LENIENT : Reading.EXACT;
    }

    private boolean answers(TableIdentifier spelling) {
        try {
            return tables.tableExists(spelling);
        } catch (SparkRefusal refused) {
            if (refused.carbonCondition() == CarbonCondition.ACCESS_DENIED) {
                // A face that hides what exists says no to everything: then its lists decide.
                return true;
            }
            throw refused;
        }
    }

    private static String swapped(String name) {
        StringBuilder swapped = new StringBuilder();
        name.codePoints()
                .map(letter ->
                        Character.isUpperCase(letter) ? Character.toLowerCase(letter) : Character.toUpperCase(letter))
                .forEach(swapped::appendCodePoint);
        return swapped.toString();
    }
}
