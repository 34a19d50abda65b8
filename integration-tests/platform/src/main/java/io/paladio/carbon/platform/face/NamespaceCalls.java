package io.paladio.carbon.platform.face;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.UpdateNamespacePropertiesRequest;
import org.apache.iceberg.rest.responses.ListNamespacesResponse;

/** The calls on namespaces. A namespace of which the caller may know no table is not shown. Thread-safe. */
final class NamespaceCalls {
    private final Catalog catalog;
    private final SupportsNamespaces namespaces;
    private final FaceAuthority authority;

    <C extends Catalog & SupportsNamespaces> NamespaceCalls(C catalog, FaceAuthority authority) {
        this.catalog = catalog;
        this.namespaces = catalog;
        this.authority = authority;
    }

    RESTResponse list(FaceCaller caller, Optional<String> parent) {
        Namespace within = parent.filter(text -> !text.isEmpty())
                .map(RESTUtil::namespaceFromQueryParam)
                .orElse(Namespace.empty());
        List<Namespace> visible = CatalogHandlers.listNamespaces(namespaces, within).namespaces().stream()
                .filter(namespace -> isVisible(caller, namespace))
                .toList();
        return ListNamespacesResponse.builder().addAll(visible).build();
    }

    private boolean isVisible(FaceCaller caller, Namespace namespace) {
        List<TableIdentifier> tables = catalog.listTables(namespace);
        return authority.mayKnow(caller, namespace)
                && (tables.isEmpty() || tables.stream().anyMatch(table -> authority.mayKnow(caller, table)));
    }

    RESTResponse create(FaceCaller caller, CreateNamespaceRequest request) {
        request.validate();
        authority.require(caller, request.namespace());
        return CatalogHandlers.createNamespace(namespaces, request);
    }

    RESTResponse load(FaceCaller caller, Namespace namespace) {
        authority.require(caller, namespace);
        return CatalogHandlers.loadNamespace(namespaces, namespace);
    }

    void exists(FaceCaller caller, Namespace namespace) {
        authority.require(caller, namespace);
        CatalogHandlers.namespaceExists(namespaces, namespace);
    }

    RESTResponse update(FaceCaller caller, Namespace namespace, UpdateNamespacePropertiesRequest request) {
        request.validate();
        authority.require(caller, namespace);
        return CatalogHandlers.updateNamespaceProperties(namespaces, namespace, request);
    }

    void drop(FaceCaller caller, Namespace namespace) {
        authority.require(caller, namespace);
        CatalogHandlers.dropNamespace(namespaces, namespace);
    }
}
