package io.paladio.carbon.platform.face;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.UpdateNamespacePropertiesRequest;
import org.apache.iceberg.rest.responses.ListNamespacesResponse;

/**
 * The calls on namespaces. A namespace of which the caller may know no table is not shown; who made one changes it and drops it,
 * and nobody else. Thread-safe.
 */
final class NamespaceCalls {
    private static final String OWNER = "owner";

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
        return CatalogHandlers.createNamespace(namespaces, owned(request, caller.principal()));
    }

    private static CreateNamespaceRequest owned(CreateNamespaceRequest request, String owner) {
        Map<String, String> properties = new HashMap<>(request.properties());
        properties.put(OWNER, owner);
        return CreateNamespaceRequest.builder()
                .withNamespace(request.namespace())
                .setProperties(properties)
                .build();
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
        requireOwner(caller, namespace);
        if (request.updates().containsKey(OWNER) || request.removals().contains(OWNER)) {
            throw new ForbiddenException("%s is given to nobody else", namespace);
        }
        return CatalogHandlers.updateNamespaceProperties(namespaces, namespace, request);
    }

    void drop(FaceCaller caller, Namespace namespace) {
        requireOwner(caller, namespace);
        CatalogHandlers.dropNamespace(namespaces, namespace);
    }

    private void requireOwner(FaceCaller caller, Namespace namespace) {
        authority.require(caller, namespace);
        if (!caller.principal()
                .equals(namespaces.loadNamespaceMetadata(namespace).get(OWNER))) {
            throw new ForbiddenException("%s does not own %s", caller.principal(), namespace);
        }
    }
}
