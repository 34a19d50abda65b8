package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.GovernedCatalog;
import io.paladio.carbon.catalog.GovernedRawTable;
import io.paladio.carbon.catalog.GovernedTable;
import io.paladio.carbon.catalog.RestrictedView;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NoSuchViewException;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.connector.catalog.ViewCatalog;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/** What a relation of Spark's connector API is to us. Stateless. */
public final class GovernedRelations {
    private GovernedRelations() {}

    /** The governed table that the relation reads; empty where it is none of a governed catalog. */
    public static Optional<Securable> table(DataSourceV2Relation relation) {
        Table table = relation.table();
        if (table instanceof GovernedTable governed) {
            return Optional.of(governed.securable());
        }
        if (table instanceof GovernedRawTable raw) {
            return Optional.of(raw.securable());
        }
        return isOfFace(relation)
                ? ScalaInterop.optional(relation.catalog())
                        .flatMap(catalog -> ScalaInterop.optional(relation.identifier())
                                .flatMap(identifier -> Catalogs.table(catalog, identifier)))
                : Optional.empty();
    }

    /** Whether the relation was loaded by a catalog whose tables come through the face. */
    public static boolean isOfFace(DataSourceV2Relation relation) {
        return ScalaInterop.optional(relation.catalog())
                .filter(Catalogs::isFace)
                .isPresent();
    }

    /** The principal for whom the relation's table came from the face, credentials and all. */
    public static Optional<String> owner(DataSourceV2Relation relation) {
        return ScalaInterop.optional(relation.catalog())
                .filter(GovernedCatalog.class::isInstance)
                .map(catalog -> ((GovernedCatalog) catalog).principal());
    }

    /** The name of the catalog that the relation was loaded from. */
    public static Optional<String> catalog(DataSourceV2Relation relation) {
        return ScalaInterop.optional(relation.catalog()).map(CatalogPlugin::name);
    }

    /** The relation's table as its catalog serves it now. */
    public static Optional<Table> reload(DataSourceV2Relation relation) {
        return ScalaInterop.optional(relation.catalog())
                .filter(TableCatalog.class::isInstance)
                .flatMap(catalog -> ScalaInterop.optional(relation.identifier())
                        .map(identifier -> load((TableCatalog) catalog, identifier)));
    }

    /** What restricts the caller on a table or view, if anything does. */
    record Restriction(Optional<EffectivePolicy> policy) {}

    /** What a governed catalog serves to the caller under a name; empty where the name is of another catalog, or of none. */
    static Optional<Restriction> restriction(SparkSession session, List<String> name) {
        return Catalogs.place(session, name)
                .filter(place -> Catalogs.isFace(place.catalog()))
                .map(place -> new Restriction(restriction(place)));
    }

    private static Optional<EffectivePolicy> restriction(Catalogs.Place place) {
        try {
            Table table = ((TableCatalog) place.catalog()).loadTable(place.table());
            return table instanceof GovernedTable restricted ? Optional.of(restricted.policy()) : Optional.empty();
        } catch (NoSuchTableException noTable) {
            return ofView(place);
        }
    }

    private static Optional<EffectivePolicy> ofView(Catalogs.Place place) {
        try {
            View view = ((ViewCatalog) place.catalog()).loadView(place.table());
            return view instanceof RestrictedView restricted ? Optional.of(restricted.policy()) : Optional.empty();
        } catch (NoSuchViewException neither) {
            throw absent(place.table(), "there is no such table");
        }
    }

    private static Table load(TableCatalog catalog, Identifier identifier) {
        try {
            return catalog.loadTable(identifier);
        } catch (NoSuchTableException gone) {
            throw absent(identifier, "the table is gone since the statement was analysed");
        }
    }

    private static SparkRefusal absent(Identifier identifier, String reason) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(identifier.toString())
                .reason(reason)
                .build());
    }
}
