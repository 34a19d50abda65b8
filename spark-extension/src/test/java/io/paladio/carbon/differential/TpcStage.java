package io.paladio.carbon.differential;

import io.paladio.carbon.catalog.LocalCatalog;
import io.paladio.carbon.spark.TestEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;

/**
 * The tables of a benchmark in place: for the governed engine as they are stored, with policies on them, for the oracle's as bob
 * sees them. Used by one thread.
 */
final class TpcStage implements AutoCloseable {
    private final TpcSuite suite;
    private final List<StoredTable> tables;
    private final Map<String, TablePolicies> copied = new HashMap<>();
    private final List<String> documents = new ArrayList<>();

    TpcStage(TpcSuite suite) {
        this.suite = suite;
        this.tables = suite.tables();
        Worlds.people();
        List.of(suite.schema(), Lookups.SCHEMA).forEach(schema -> {
            LocalCatalog.tables().createNamespace(Namespace.of(schema), Map.of());
            OracleCatalog.tables().createNamespace(Namespace.of(schema), Map.of());
        });
        tables.forEach(table -> TableWriter.write(LocalCatalog.tables(), named(table), table));
        Lookups.all()
                .forEach(lookup -> TableWriter.write(
                        LocalCatalog.tables(), TableIdentifier.of(Lookups.SCHEMA, lookup.name()), lookup));
    }

    private TableIdentifier named(StoredTable table) {
        return TableIdentifier.of(suite.schema(), table.name());
    }

    /** Policies for the engine, and what the oracle is told of them: the same, unless it is to be found out. */
    void govern(PolicySet policies, PolicySet told) {
        publish(policies);
        for (StoredTable table : tables) {
            copy(table, told.of(table.name()));
        }
    }

    /** Policies for the engine alone. */
    void publish(PolicySet policies) {
        documents.forEach(TestEngine::unindex);
        documents.clear();
        policies.tables()
                .forEach((table, some) -> PolicyDocuments.of(suite.schema(), table, some)
                        .forEach((file, json) -> {
                            TestEngine.index(file, json);
                            documents.add(file);
                        }));
    }

    private void copy(StoredTable table, TablePolicies policies) {
        if (policies.equals(copied.put(table.name(), policies))) {
            return;
        }
        OracleCatalog.tables().dropTable(named(table), true);
        TableWriter.write(OracleCatalog.tables(), named(table), Oracle.seen(table, policies));
    }

    @Override
    public void close() {
        documents.forEach(TestEngine::unindex);
        for (InMemoryCatalog catalog : List.of(LocalCatalog.tables(), OracleCatalog.tables())) {
            for (String schema : List.of(suite.schema(), Lookups.SCHEMA)) {
                catalog.listTables(Namespace.of(schema)).forEach(table -> catalog.dropTable(table, true));
                catalog.dropNamespace(Namespace.of(schema));
            }
        }
    }
}
