package io.paladio.carbon.differential;

import io.paladio.carbon.catalog.LocalCatalog;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;

/** What carries the policies of a world: its tables, or views of them. */
enum Carrier {
    TABLES {
        @Override
        Map<String, TablePolicies> put(StoredTable table, TablePolicies policies) {
            write(table, table.name());
            return Map.of(table.name(), policies);
        }
    },
    /** Every second view carries its masks alone, and its table the filters: a table's policies come before a view's. */
    VIEWS {
        @Override
        Map<String, TablePolicies> put(StoredTable table, TablePolicies policies) {
            String stored = below(table.name());
            write(table, stored);
            view(table, stored);
            return table.name().endsWith("2")
                    ? Map.of(
                            stored,
                            new TablePolicies(policies.filters(), List.of()),
                            table.name(),
                            new TablePolicies(List.of(), policies.masks()))
                    : Map.of(table.name(), policies);
        }
    };

    /**
     * Makes what bob reads by the name of the table.
     *
     * @return where its policies are attached
     */
    abstract Map<String, TablePolicies> put(StoredTable table, TablePolicies policies);

    /** Takes that away again. */
    static void remove(String table) {
        LocalCatalog.tables().dropTable(name(table), true);
        LocalCatalog.tables().dropTable(name(below(table)), true);
        LocalCatalog.tables().dropView(name(table));
    }

    private static String below(String view) {
        return view + "_stored";
    }

    private static TableIdentifier name(String table) {
        return TableIdentifier.of(Worlds.SCHEMA, table);
    }

    private static void write(StoredTable table, String name) {
        TableWriter.write(LocalCatalog.tables(), name(name), table);
    }

    private static void view(StoredTable table, String stored) {
        String columns = table.schema().columns().stream()
                .map(Types.NestedField::name)
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "));
        LocalCatalog.tables()
                .buildView(name(table.name()))
                .withSchema(table.schema())
                .withDefaultNamespace(name(stored).namespace())
                .withQuery("spark", "SELECT " + columns + " FROM " + stored)
                .create();
    }
}
