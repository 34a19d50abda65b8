package io.paladio.carbon.platform.face;

import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.requests.CreateViewRequest;
import org.apache.iceberg.rest.requests.ImmutableCreateViewRequest;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ListTablesResponse;

/** The calls on views, which hold text and need no key. Thread-safe. */
final class ViewCalls {
    private final ViewCatalog catalog;
    private final FaceAuthority authority;
    private final Locations locations;

    ViewCalls(ViewCatalog catalog, FaceAuthority authority, Locations locations) {
        this.catalog = catalog;
        this.authority = authority;
        this.locations = locations;
    }

    RESTResponse list(FaceCaller caller, Namespace namespace) {
        authority.require(caller, namespace);
        List<TableIdentifier> visible = CatalogHandlers.listViews(catalog, namespace).identifiers().stream()
                .filter(view -> authority.mayKnow(caller, view))
                .toList();
        return ListTablesResponse.builder().addAll(visible).build();
    }

    RESTResponse create(FaceCaller caller, Namespace namespace, CreateViewRequest request) {
        TableIdentifier view = TableIdentifier.of(namespace, request.name());
        authority.require(caller, view);
        locations.refuseChosen(request.location(), request.properties());
        CreateViewRequest placed = ImmutableCreateViewRequest.builder()
                .from(request)
                .location(locations.allocate(view))
                .build();
        return CatalogHandlers.createView(catalog, namespace, placed);
    }

    RESTResponse load(FaceCaller caller, TableIdentifier view) {
        authority.require(caller, view);
        return CatalogHandlers.loadView(catalog, view);
    }

    void exists(FaceCaller caller, TableIdentifier view) {
        authority.require(caller, view);
        CatalogHandlers.viewExists(catalog, view);
    }

    RESTResponse replace(FaceCaller caller, TableIdentifier view, UpdateTableRequest request) {
        authority.require(caller, view);
        locations.check(view, catalog.loadView(view).location(), request.updates());
        return CatalogHandlers.updateView(catalog, view, request);
    }

    void drop(FaceCaller caller, TableIdentifier view) {
        authority.require(caller, view);
        CatalogHandlers.dropView(catalog, view);
    }

    RESTResponse register(FaceCaller caller) {
        throw new ForbiddenException("%s may not bring a view's metadata along", caller.principal());
    }

    void rename(FaceCaller caller, RenameTableRequest request) {
        authority.require(caller, request.source());
        authority.require(caller, request.destination());
        CatalogHandlers.renameView(catalog, request);
    }
}
