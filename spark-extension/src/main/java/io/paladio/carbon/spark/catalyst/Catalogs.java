package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.FaceCatalog;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.internal.SessionState;

/** What names mean in a session: Spark's own rules for catalogs and namespaces, asked before Spark follows them. Stateless. */
public final class Catalogs {
    private static final int TABLE_PATH = 3;

    private Catalogs() {}

    /** Whether the catalog's tables come through the face. */
    public static boolean isFace(CatalogPlugin catalog) {
        return catalog instanceof FaceCatalog;
    }

    /** Whether the session has a catalog of this name. */
    public static boolean isRegistered(SparkSession session, String name) {
        return state(session).catalogManager().isCatalogRegistered(name);
    }

    /** Whether the name is a temporary view's. */
    public static boolean isTemporaryView(SparkSession session, List<String> name) {
        return state(session).catalog().isTempView(ScalaInterop.<String>seq(name));
    }

    /** The table of a governed catalog that a name means; empty for every other name. */
    static Optional<Securable> governed(SparkSession session, List<String> name) {
        List<String> parts = expanded(state(session).catalogManager(), name);
        if (parts.size() < TABLE_PATH
                || !isFace(state(session).catalogManager().catalog(parts.get(0)))) {
            return Optional.empty();
        }
        return table(parts);
    }

    /** The table that an identifier of a catalog means: a branch, tag or metadata table is its table's. */
    public static Optional<Securable> table(CatalogPlugin catalog, Identifier identifier) {
        List<String> parts = new ArrayList<>();
        parts.add(catalog.name());
        parts.addAll(Arrays.asList(identifier.namespace()));
        parts.add(identifier.name());
        return parts.size() < TABLE_PATH ? Optional.empty() : table(parts);
    }

    private static Optional<Securable> table(List<String> parts) {
        List<String> path = parts.subList(0, TABLE_PATH);
        return path.contains("") ? Optional.empty() : Optional.of(new Securable(path));
    }

    private static List<String> expanded(CatalogManager catalogs, List<String> name) {
        List<String> parts = new ArrayList<>(name);
        boolean registered = name.size() > 1 && catalogs.isCatalogRegistered(name.get(0));
        if (registered) {
            return parts;
        }
        List<String> view = ScalaInterop.list(AnalysisContext.get().catalogAndNamespace());
        if (name.size() == 1) {
            parts.addAll(0, view.isEmpty() ? List.of(catalogs.currentNamespace()) : view.subList(1, view.size()));
        }
        parts.add(0, view.isEmpty() ? catalogs.currentCatalog().name() : view.get(0));
        return parts;
    }

    private static SessionState state(SparkSession session) {
        return ((org.apache.spark.sql.classic.SparkSession) session).sessionState();
    }
}
