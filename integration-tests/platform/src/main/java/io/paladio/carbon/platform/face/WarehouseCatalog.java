package io.paladio.carbon.platform.face;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.view.View;
import org.apache.iceberg.view.ViewBuilder;

/** One warehouse of the catalog behind the face, under its logical names: nothing of another can be named here. Thread-safe. */
public final class WarehouseCatalog implements Catalog, SupportsNamespaces, ViewCatalog {
    private final String warehouse;
    private final JdbcCatalog behind;
    private final WarehouseNames names;

    WarehouseCatalog(String warehouse, JdbcCatalog behind) {
        this.warehouse = warehouse;
        this.behind = behind;
        this.names = new WarehouseNames(warehouse);
    }

    @Override
    public String name() {
        return warehouse;
    }

    @Override
    public void initialize(String name, Map<String, String> properties) {
        throw new UnsupportedOperationException("it is ready");
    }

    @Override
    public List<TableIdentifier> listTables(Namespace namespace) {
        return behind.listTables(names.physical(namespace)).stream()
                .map(names::logical)
                .toList();
    }

    @Override
    public Table loadTable(TableIdentifier table) {
        return behind.loadTable(names.physical(table));
    }

    @Override
    public boolean tableExists(TableIdentifier table) {
        return behind.tableExists(names.physical(table));
    }

    @Override
    public TableBuilder buildTable(TableIdentifier table, Schema schema) {
        return behind.buildTable(names.physical(table), schema);
    }

    @Override
    public boolean dropTable(TableIdentifier table, boolean purge) {
        return behind.dropTable(names.physical(table), purge);
    }

    @Override
    public void renameTable(TableIdentifier from, TableIdentifier to) {
        behind.renameTable(names.physical(from), names.physical(to));
    }

    @Override
    public void createNamespace(Namespace namespace, Map<String, String> metadata) {
        names.requirePlain(namespace);
        behind.createNamespace(names.physical(namespace), metadata);
    }

    /** The catalog behind lists by how a name begins, and so beside what lies within it what lies in a longer name. */
    @Override
    public List<Namespace> listNamespaces(Namespace namespace) {
        Namespace within = names.physical(namespace);
        if (namespace.isEmpty() && !behind.namespaceExists(within)) {
            return new ArrayList<>();
        }
        return behind.listNamespaces(within).stream()
                .filter(names::holds)
                .map(names::logical)
                .filter(found -> found.length() == namespace.length() + 1)
                .filter(found ->
                        List.of(found.levels()).subList(0, namespace.length()).equals(List.of(namespace.levels())))
                .toList();
    }

    @Override
    public boolean namespaceExists(Namespace namespace) {
        return !namespace.isEmpty() && behind.namespaceExists(names.physical(namespace));
    }

    @Override
    public Map<String, String> loadNamespaceMetadata(Namespace namespace) {
        requireNamed(namespace);
        Map<String, String> metadata = new HashMap<>(behind.loadNamespaceMetadata(names.physical(namespace)));
        // Where the catalog behind would put a table: the face puts it elsewhere, and that is nobody's business.
        metadata.remove("location");
        return metadata;
    }

    @Override
    public boolean dropNamespace(Namespace namespace) {
        requireNamed(namespace);
        return behind.dropNamespace(names.physical(namespace));
    }

    @Override
    public boolean setProperties(Namespace namespace, Map<String, String> properties) {
        requireNamed(namespace);
        return behind.setProperties(names.physical(namespace), properties);
    }

    @Override
    public boolean removeProperties(Namespace namespace, Set<String> properties) {
        requireNamed(namespace);
        return behind.removeProperties(names.physical(namespace), properties);
    }

    private static void requireNamed(Namespace namespace) {
        if (namespace.isEmpty()) {
            throw new NoSuchNamespaceException("There is no schema without a name");
        }
    }

    @Override
    public List<TableIdentifier> listViews(Namespace namespace) {
        return behind.listViews(names.physical(namespace)).stream()
                .map(names::logical)
                .toList();
    }

    @Override
    public View loadView(TableIdentifier view) {
        return behind.loadView(names.physical(view));
    }

    @Override
    public boolean viewExists(TableIdentifier view) {
        return behind.viewExists(names.physical(view));
    }

    @Override
    public ViewBuilder buildView(TableIdentifier view) {
        return behind.buildView(names.physical(view));
    }

    @Override
    public boolean dropView(TableIdentifier view) {
        return behind.dropView(names.physical(view));
    }

    @Override
    public void renameView(TableIdentifier from, TableIdentifier to) {
        behind.renameView(names.physical(from), names.physical(to));
    }
}
