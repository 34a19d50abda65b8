package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Locale;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.spark.procedures.SparkProcedures;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/**
 * The parts of {@link FaceCatalog} that run Iceberg's procedures: those that the engine lets through by name, on one table of
 * this catalog, for a caller whom no policy restricts on it. Spark calls a procedure while it analyses the statement, so the
 * table is authorised within the call itself, before Iceberg's code gets the word.
 */
abstract class FaceProcedures extends FaceDefinitions implements ProcedureCatalog {
    private static final String NAMESPACE = "system";

    @Override
    public final UnboundProcedure loadProcedure(Identifier identifier) {
        return telling(() -> governed(identifier));
    }

    private UnboundProcedure governed(Identifier identifier) {
        String name = identifier.name().toLowerCase(Locale.ROOT);
        boolean runs = isSystem(identifier.namespace())
                && SparkProcedures.names().contains(name)
                && governance().runsProcedure(name);
        if (!runs) {
            throw notGovernable(identifier.toString(), "it is not on the list of procedures that are supported");
        }
        UnboundProcedure iceberg =
                SparkProcedures.newBuilder(name).withTableCatalog(this).build();
        UnboundProcedure procedure = name.equals(ExpireSnapshotsProcedure.NAME)
                ? ExpireSnapshotsProcedure.of(
                        iceberg, called -> authorised(called).table())
                : iceberg;
        return new GovernedProcedure(procedure, this::authorised);
    }

    @Override
    public final Identifier[] listProcedures(String[] namespace) {
        return isSystem(namespace)
                ? SparkProcedures.names().stream()
                        .filter(governance()::runsProcedure)
                        .sorted()
                        .map(name -> Identifier.of(namespace, name))
                        .toArray(Identifier[]::new)
                : new Identifier[0];
    }

    /** The table of this name; refuses unless it is one here, and the caller may change it as a whole. */
    private SparkTable authorised(String name) {
        return telling(() -> writableTable(name));
    }

    private SparkTable writableTable(String name) {
        Spark3Util.CatalogAndIdentifier table =
                Spark3Util.catalogAndIdentifier("the table of a procedure", SparkSession.active(), name, this);
        if (table.catalog() != this) {
            throw notGovernable(table.identifier().toString(), "a procedure works on tables of its own catalog");
        }
        try {
            return (SparkTable) writable(table.identifier(), loadTable(table.identifier()));
        } catch (NoSuchTableException missing) {
            throw notGovernable(table.identifier().toString(), "there is no such table");
        }
    }

    private static boolean isSystem(String[] namespace) {
        return namespace.length == 1 && namespace[0].equalsIgnoreCase(NAMESPACE);
    }

    private static SparkRefusal notGovernable(String object, String reason) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(object)
                .reason(reason)
                .build());
    }
}
