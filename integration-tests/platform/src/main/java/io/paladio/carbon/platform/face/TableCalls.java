package io.paladio.carbon.platform.face;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.credentials.ImmutableCredential;
import org.apache.iceberg.rest.requests.CommitTransactionRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ImmutableLoadCredentialsResponse;
import org.apache.iceberg.rest.responses.ListTablesResponse;
import org.apache.iceberg.rest.responses.LoadTableResponse;

/** The calls on tables: each asks the authority first, each answer with a table carries its own key. Thread-safe. */
final class TableCalls {
    private final Catalog catalog;
    private final FaceAuthority authority;
    private final Locations locations;
    private final Vending vending;

    TableCalls(Catalog catalog, FaceAuthority authority, Locations locations, Vending vending) {
        this.catalog = catalog;
        this.authority = authority;
        this.locations = locations;
        this.vending = vending;
    }

    RESTResponse list(FaceCaller caller, Namespace namespace) {
        authority.require(caller, namespace);
        ListTablesResponse all = CatalogHandlers.listTables(catalog, namespace);
        List<TableIdentifier> visible = all.identifiers().stream()
                .filter(table -> authority.mayKnow(caller, table))
                .toList();
        return ListTablesResponse.builder().addAll(visible).build();
    }

    RESTResponse create(FaceCaller caller, Namespace namespace, CreateTableRequest request) {
        request.validate();
        TableIdentifier table = TableIdentifier.of(namespace, request.name());
        authority.require(caller, table);
        locations.refuseChosen(request.location(), request.properties());
        if (request.stageCreate()) {
            String location = locations.stage(table);
            return withKey(CatalogHandlers.stageTableCreate(catalog, namespace, at(location, request)));
        }
        return withKey(CatalogHandlers.createTable(catalog, namespace, at(locations.allocate(table), request)));
    }

    private static CreateTableRequest at(String location, CreateTableRequest request) {
        CreateTableRequest.Builder builder = CreateTableRequest.builder()
                .withName(request.name())
                .withSchema(request.schema())
                .withPartitionSpec(request.spec())
                .withWriteOrder(request.writeOrder())
                .withLocation(location)
                .setProperties(request.properties());
        return request.stageCreate() ? builder.stageCreate().build() : builder.build();
    }

    RESTResponse load(FaceCaller caller, TableIdentifier table) {
        authority.require(caller, table);
        return withKey(CatalogHandlers.loadTable(catalog, table));
    }

    void exists(FaceCaller caller, TableIdentifier table) {
        authority.require(caller, table);
        CatalogHandlers.tableExists(catalog, table);
    }

    RESTResponse commit(FaceCaller caller, TableIdentifier table, UpdateTableRequest request) {
        authority.require(caller, table);
        String current = creates(request) ? "" : location(table);
        locations.check(table, current, request.updates());
        RESTResponse answer = withKey(CatalogHandlers.updateTable(catalog, table, request));
        locations.settle(request.updates());
        return answer;
    }

    private static boolean creates(UpdateTableRequest request) {
        return request.requirements().stream().anyMatch(UpdateRequirement.AssertTableDoesNotExist.class::isInstance);
    }

    void drop(FaceCaller caller, TableIdentifier table, Optional<String> purge) {
        authority.require(caller, table);
        Table loaded = catalog.loadTable(table);
        if (!catalog.dropTable(table, false)) {
            throw new NoSuchTableException("Table does not exist: %s", table);
        }
        // By folder, never by what the metadata lists: a commit may have listed another table's files.
        if (purge.filter("true"::equalsIgnoreCase).isPresent()
                && loaded.io() instanceof SupportsPrefixOperations files) {
            files.deletePrefix(loaded.location() + "/");
        }
    }

    void rename(FaceCaller caller, RenameTableRequest request) {
        authority.require(caller, request.source());
        authority.require(caller, request.destination());
        CatalogHandlers.renameTable(catalog, request);
    }

    RESTResponse credentials(FaceCaller caller, TableIdentifier table) {
        authority.require(caller, table);
        String location = location(table);
        return ImmutableLoadCredentialsResponse.builder()
                .addCredentials(ImmutableCredential.builder()
                        .prefix(location)
                        .config(vending.settings(location))
                        .build())
                .build();
    }

    /** What the face does not do for anybody, refused in the same order as all else: first the grant. */
    RESTResponse notOffered(FaceCaller caller, TableIdentifier table) {
        authority.require(caller, table);
        throw new UnsupportedOperationException("The face does not offer this");
    }

    /** A commit to several tables, which the catalog behind can't make as one. */
    RESTResponse notOffered(FaceCaller caller, CommitTransactionRequest request) {
        request.validate();
        for (UpdateTableRequest change : request.tableChanges()) {
            authority.require(caller, change.identifier());
        }
        throw new UnsupportedOperationException("The face does not offer this");
    }

    RESTResponse register(FaceCaller caller) {
        throw new ForbiddenException("%s may not bring a table's metadata along", caller.principal());
    }

    private String location(TableIdentifier table) {
        return ((BaseTable) catalog.loadTable(table)).operations().current().location();
    }

    private LoadTableResponse withKey(LoadTableResponse response) {
        return LoadTableResponse.builder()
                .withTableMetadata(response.tableMetadata())
                .addAllConfig(vending.settings(response.tableMetadata().location()))
                .build();
    }
}
