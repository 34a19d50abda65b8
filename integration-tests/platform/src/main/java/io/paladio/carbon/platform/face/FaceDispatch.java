package io.paladio.carbon.platform.face;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.requests.CommitTransactionRequest;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.CreateViewRequest;
import org.apache.iceberg.rest.requests.RenameTableRequest;
import org.apache.iceberg.rest.requests.UpdateNamespacePropertiesRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ConfigResponse;

/** From an operation to the call that does it. Thread-safe. */
final class FaceDispatch {
    private static final List<Endpoint> ENDPOINTS = List.of(
            Endpoint.V1_LIST_NAMESPACES,
            Endpoint.V1_CREATE_NAMESPACE,
            Endpoint.V1_LOAD_NAMESPACE,
            Endpoint.V1_NAMESPACE_EXISTS,
            Endpoint.V1_UPDATE_NAMESPACE,
            Endpoint.V1_DELETE_NAMESPACE,
            Endpoint.V1_LIST_TABLES,
            Endpoint.V1_CREATE_TABLE,
            Endpoint.V1_LOAD_TABLE,
            Endpoint.V1_TABLE_EXISTS,
            Endpoint.V1_UPDATE_TABLE,
            Endpoint.V1_DELETE_TABLE,
            Endpoint.V1_RENAME_TABLE,
            Endpoint.V1_TABLE_CREDENTIALS,
            Endpoint.V1_REPORT_METRICS,
            Endpoint.V1_LIST_VIEWS,
            Endpoint.V1_CREATE_VIEW,
            Endpoint.V1_LOAD_VIEW,
            Endpoint.V1_VIEW_EXISTS,
            Endpoint.V1_UPDATE_VIEW,
            Endpoint.V1_DELETE_VIEW,
            Endpoint.V1_RENAME_VIEW);

    private final String warehouse;
    private final NamespaceCalls namespaces;
    private final TableCalls tables;
    private final ViewCalls views;

    FaceDispatch(String warehouse, NamespaceCalls namespaces, TableCalls tables, ViewCalls views) {
        this.warehouse = warehouse;
        this.namespaces = namespaces;
        this.tables = tables;
        this.views = views;
    }

    /** Does the call; empty where the protocol answers without a body. */
    Optional<RESTResponse> call(FaceCaller caller, FaceOperation operation, FaceRequest request) {
        return switch (operation) {
            case CONFIG -> Optional.of(config());
            case LIST_NAMESPACES,
                    CREATE_NAMESPACE,
                    LOAD_NAMESPACE,
                    NAMESPACE_EXISTS,
                    UPDATE_NAMESPACE,
                    DROP_NAMESPACE -> namespaceCall(caller, operation, request);
            case LIST_VIEWS, CREATE_VIEW, LOAD_VIEW, VIEW_EXISTS, REPLACE_VIEW, DROP_VIEW, RENAME_VIEW, REGISTER_VIEW ->
                viewCall(caller, operation, request);
            default -> tableCall(caller, operation, request);
        };
    }

    private ConfigResponse config() {
        return ConfigResponse.builder()
                .withOverride("prefix", warehouse)
                .withEndpoints(ENDPOINTS)
                .build();
    }

    private Optional<RESTResponse> namespaceCall(FaceCaller caller, FaceOperation operation, FaceRequest request) {
        return switch (operation) {
            case LIST_NAMESPACES ->
                Optional.of(namespaces.list(
                        caller, Optional.ofNullable(request.query().get("parent"))));
            case CREATE_NAMESPACE -> Optional.of(namespaces.create(caller, request.body(CreateNamespaceRequest.class)));
            case LOAD_NAMESPACE -> Optional.of(namespaces.load(caller, request.namespace()));
            case UPDATE_NAMESPACE ->
                Optional.of(namespaces.update(
                        caller, request.namespace(), request.body(UpdateNamespacePropertiesRequest.class)));
            case NAMESPACE_EXISTS -> nothing(() -> namespaces.exists(caller, request.namespace()));
            case DROP_NAMESPACE -> nothing(() -> namespaces.drop(caller, request.namespace()));
            default -> throw new UnsupportedOperationException("no call on namespaces");
        };
    }

    private Optional<RESTResponse> tableCall(FaceCaller caller, FaceOperation operation, FaceRequest request) {
        return switch (operation) {
            case LIST_TABLES -> Optional.of(tables.list(caller, request.namespace()));
            case CREATE_TABLE ->
                Optional.of(tables.create(caller, request.namespace(), request.body(CreateTableRequest.class)));
            case REGISTER_TABLE -> Optional.of(tables.register(caller));
            case LOAD_TABLE -> Optional.of(tables.load(caller, request.identifier()));
            case COMMIT_TABLE ->
                Optional.of(tables.commit(caller, request.identifier(), request.body(UpdateTableRequest.class)));
            case TABLE_CREDENTIALS -> Optional.of(tables.credentials(caller, request.identifier()));
            case SIGN, PLAN -> Optional.of(tables.notOffered(caller, request.identifier()));
            case COMMIT_TRANSACTION ->
                Optional.of(tables.notOffered(caller, request.body(CommitTransactionRequest.class)));
            case TABLE_EXISTS, REPORT_METRICS -> nothing(() -> tables.exists(caller, request.identifier()));
            case DROP_TABLE ->
                nothing(() -> tables.drop(
                        caller,
                        request.identifier(),
                        Optional.ofNullable(request.query().get("purgeRequested"))));
            case RENAME_TABLE -> nothing(() -> tables.rename(caller, request.body(RenameTableRequest.class)));
            default -> throw new UnsupportedOperationException("no call on tables");
        };
    }

    private Optional<RESTResponse> viewCall(FaceCaller caller, FaceOperation operation, FaceRequest request) {
        return switch (operation) {
            case LIST_VIEWS -> Optional.of(views.list(caller, request.namespace()));
            case CREATE_VIEW ->
                Optional.of(views.create(caller, request.namespace(), request.body(CreateViewRequest.class)));
            case LOAD_VIEW -> Optional.of(views.load(caller, request.identifier()));
            case REPLACE_VIEW ->
                Optional.of(views.replace(caller, request.identifier(), request.body(UpdateTableRequest.class)));
            case VIEW_EXISTS -> nothing(() -> views.exists(caller, request.identifier()));
            case DROP_VIEW -> nothing(() -> views.drop(caller, request.identifier()));
            case RENAME_VIEW -> nothing(() -> views.rename(caller, request.body(RenameTableRequest.class)));
            case REGISTER_VIEW -> Optional.of(views.register(caller));
            default -> throw new UnsupportedOperationException("no call on views");
        };
    }

    private static Optional<RESTResponse> nothing(Runnable call) {
        call.run();
        return Optional.empty();
    }
}
