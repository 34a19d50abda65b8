package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedCatalog;
import io.paladio.carbon.policy.Securable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
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
        return catalog instanceof GovernedCatalog;
    }

    /** The catalog that a name begins with; the session's current one where its first part is no catalog's name. */
    static CatalogPlugin first(SparkSession session, List<String> name) {
        CatalogManager catalogs = state(session).catalogManager();
        boolean registered = name.size() > 1 && catalogs.isCatalogRegistered(name.get(0));
        return registered ? catalogs.catalog(name.get(0)) : catalogs.currentCatalog();
    }

    /** Whether the name is a temporary view's. */
    public static boolean isTemporaryView(SparkSession session, List<String> name) {
        return state(session).catalog().isTempView(ScalaInterop.<String>seq(name));
    }

    /** How many temporary views the session has, where the plan would make one more; zero for every other plan. */
    public static int temporaryViews(SparkSession session, LogicalPlan plan) {
        return ViewDefinitions.isOne(plan)
                ? state(session).catalog().listLocalTempViews("*").size()
                : 0;
    }

    /** What a temporary view reads, where Spark keeps that as a plan and not as a text. */
    static Optional<LogicalPlan> temporaryPlan(SparkSession session, List<String> name) {
        return ScalaInterop.optional(
                        state(session).catalog().getRawLocalOrGlobalTempView(ScalaInterop.<String>seq(name)))
                .flatMap(view -> ScalaInterop.optional(view.plan()));
    }

    /** The parts of a name that stands in a text; empty where the text is no name. */
    static Optional<List<String>> nameIn(SparkSession session, String text) {
        try {
            return Optional.of(ScalaInterop.list(state(session).sqlParser().parseMultipartIdentifier(text)));
        } catch (ParseException noName) {
            return Optional.empty();
        }
    }

    /** Where the table of a name is; empty where the name is longer or shorter than a table's. */
    static Optional<Place> place(SparkSession session, List<String> name) {
        CatalogManager catalogs = state(session).catalogManager();
        List<String> parts = expanded(catalogs, name);
        return parts.size() == TABLE_PATH
                ? Optional.of(new Place(catalogs.catalog(parts.get(0)), identifier(parts)))
                : Optional.empty();
    }

    private static Identifier identifier(List<String> parts) {
        return Identifier.of(new String[] {parts.get(1)}, parts.get(2));
    }

    /** Where a table is: a catalog, and its name there. */
    record Place(CatalogPlugin catalog, Identifier table) {}

    /** The table of a governed catalog that a name means; empty for every other name. */
    static Optional<Securable> governed(SparkSession session, List<String> name) {
        CatalogManager catalogs = state(session).catalogManager();
        List<String> parts = expanded(catalogs, name);
        return parts.size() < TABLE_PATH
                ? Optional.empty()
                : table(catalogs.catalog(parts.get(0)), parts.subList(1, parts.size()));
    }

    /** The table that an identifier of a catalog means: a branch, tag or metadata table is its table's. */
    public static Optional<Securable> table(CatalogPlugin catalog, Identifier identifier) {
        List<String> name = new ArrayList<>(Arrays.asList(identifier.namespace()));
        name.add(identifier.name());
        return table(catalog, name);
    }

    private static Optional<Securable> table(CatalogPlugin catalog, List<String> name) {
        boolean whole = name.size() >= TABLE_PATH - 1
                && !name.subList(0, TABLE_PATH - 1).contains("");
        return whole && catalog instanceof GovernedCatalog governed
                ? Optional.of(Securable.table(governed.warehouse(), name.get(0), name.get(1)))
                : Optional.empty();
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
