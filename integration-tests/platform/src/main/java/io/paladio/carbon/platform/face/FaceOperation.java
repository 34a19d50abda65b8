package io.paladio.carbon.platform.face;

import java.util.Map;
import java.util.Optional;

/** The calls of the Iceberg REST protocol that the face knows. */
enum FaceOperation {
    CONFIG,
    LIST_NAMESPACES,
    CREATE_NAMESPACE,
    LOAD_NAMESPACE,
    NAMESPACE_EXISTS,
    UPDATE_NAMESPACE,
    DROP_NAMESPACE,
    LIST_TABLES,
    CREATE_TABLE,
    REGISTER_TABLE,
    LOAD_TABLE,
    TABLE_EXISTS,
    COMMIT_TABLE,
    DROP_TABLE,
    RENAME_TABLE,
    TABLE_CREDENTIALS,
    REPORT_METRICS,
    SIGN,
    PLAN,
    COMMIT_TRANSACTION,
    LIST_VIEWS,
    CREATE_VIEW,
    LOAD_VIEW,
    VIEW_EXISTS,
    REPLACE_VIEW,
    DROP_VIEW,
    RENAME_VIEW,
    REGISTER_VIEW;

    private static final Map<String, FaceOperation> ROUTES = Map.ofEntries(
            Map.entry("GET namespaces", LIST_NAMESPACES),
            Map.entry("POST namespaces", CREATE_NAMESPACE),
            Map.entry("GET namespaces/*", LOAD_NAMESPACE),
            Map.entry("HEAD namespaces/*", NAMESPACE_EXISTS),
            Map.entry("POST namespaces/*/properties", UPDATE_NAMESPACE),
            Map.entry("DELETE namespaces/*", DROP_NAMESPACE),
            Map.entry("GET namespaces/*/tables", LIST_TABLES),
            Map.entry("POST namespaces/*/tables", CREATE_TABLE),
            Map.entry("POST namespaces/*/register", REGISTER_TABLE),
            Map.entry("GET namespaces/*/tables/*", LOAD_TABLE),
            Map.entry("HEAD namespaces/*/tables/*", TABLE_EXISTS),
            Map.entry("POST namespaces/*/tables/*", COMMIT_TABLE),
            Map.entry("DELETE namespaces/*/tables/*", DROP_TABLE),
            Map.entry("POST tables/rename", RENAME_TABLE),
            Map.entry("GET namespaces/*/tables/*/credentials", TABLE_CREDENTIALS),
            Map.entry("POST namespaces/*/tables/*/metrics", REPORT_METRICS),
            Map.entry("POST namespaces/*/tables/*/sign", SIGN),
            Map.entry("POST namespaces/*/tables/*/plan", PLAN),
            Map.entry("GET namespaces/*/tables/*/plan/*", PLAN),
            Map.entry("DELETE namespaces/*/tables/*/plan/*", PLAN),
            Map.entry("POST namespaces/*/tables/*/tasks", PLAN),
            Map.entry("POST transactions/commit", COMMIT_TRANSACTION),
            Map.entry("GET namespaces/*/views", LIST_VIEWS),
            Map.entry("POST namespaces/*/views", CREATE_VIEW),
            Map.entry("GET namespaces/*/views/*", LOAD_VIEW),
            Map.entry("HEAD namespaces/*/views/*", VIEW_EXISTS),
            Map.entry("POST namespaces/*/views/*", REPLACE_VIEW),
            Map.entry("DELETE namespaces/*/views/*", DROP_VIEW),
            Map.entry("POST views/rename", RENAME_VIEW),
            Map.entry("POST namespaces/*/register-view", REGISTER_VIEW));

    /** The operation of a method and a path whose names are written as stars. */
    static Optional<FaceOperation> of(String method, String shape) {
        return Optional.ofNullable(ROUTES.get(method + " " + shape));
    }
}
