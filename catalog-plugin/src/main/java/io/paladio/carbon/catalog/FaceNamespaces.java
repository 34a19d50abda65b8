package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;

/**
 * The parts of {@link FaceCatalog} that hold no rows: schemas and Iceberg's own functions. The face decides who may see and
 * change them.
 */
abstract class FaceNamespaces implements SupportsNamespaces, FunctionCatalog {
    /** Iceberg's catalog; refuses where this one serves nobody. */
    abstract FaceIceberg iceberg();

    /** The identifier as a name; refuses one that is a path. */
    abstract Identifier named(Identifier identifier);

    /** Who the session is and what the engine lets it do. */
    abstract SessionGovernance governance();

    /**
     * Makes a call of Spark's analysis, and tells the statement's evidence if it is refused: no rule of the engine's is on the
     * way back. What is refused while a command runs, Spark's own events tell.
     */
    final <T, E extends Exception> T telling(Call<T, E> call) throws E {
        try {
            return call.run();
        } catch (SparkRefusal refusal) {
            governance().refused(refusal);
            throw refusal;
        }
    }

    /** What analysis asks of a catalog. */
    @FunctionalInterface
    interface Call<T, E extends Exception> {
        T run() throws E;
    }

    @Override
    public String[] defaultNamespace() {
        return iceberg().defaultNamespace();
    }

    @Override
    public String[][] listNamespaces() {
        return iceberg().listNamespaces();
    }

    @Override
    public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
        return iceberg().listNamespaces(namespace);
    }

    @Override
    public boolean namespaceExists(String[] namespace) {
        return iceberg().namespaceExists(namespace);
    }

    @Override
    public Map<String, String> loadNamespaceMetadata(String[] namespace) throws NoSuchNamespaceException {
        Map<String, String> metadata = new HashMap<>(iceberg().loadNamespaceMetadata(namespace));
        // Where tables lie is the face's business: no statement needs it, and descriptions would show it.
        metadata.remove(SupportsNamespaces.PROP_LOCATION);
        return metadata;
    }

    @Override
    public void createNamespace(String[] namespace, Map<String, String> metadata)
            throws NamespaceAlreadyExistsException {
        PropertyGuard.check(metadata);
        requireOneLevel(namespace, String.join(".", namespace));
        Map<String, String> asked = new HashMap<>(metadata);
        // Spark puts the account that the server runs under here. Who made the schema is the face's to say.
        asked.remove(SupportsNamespaces.PROP_OWNER);
        iceberg().createNamespace(namespace, asked);
    }

    /** No policy could be attached to what lies in a schema of several levels, or in none. */
    final void requireOneLevel(String[] schema, String object) {
        if (schema.length != 1) {
            throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object(object)
                    .reason("a table lies in a schema of one level")
                    .remedy("Name it as catalog.schema.table.")
                    .build());
        }
    }

    @Override
    public void alterNamespace(String[] namespace, NamespaceChange... changes) throws NoSuchNamespaceException {
        PropertyGuard.check(changes);
        iceberg().alterNamespace(namespace, changes);
    }

    /** Drops a schema that is empty: so the face does it, and Spark's own error says when it is not. */
    @Override
    public boolean dropNamespace(String[] namespace, boolean cascade)
            throws NoSuchNamespaceException, NonEmptyNamespaceException {
        try {
            return iceberg().dropNamespace(namespace, cascade);
        } catch (NamespaceNotEmptyException notEmpty) {
            if (cascade) {
                throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                        .refusal()
                        .object("DROP SCHEMA … CASCADE")
                        .reason("the catalog drops no schema with what it holds")
                        .remedy("Drop its tables and views first.")
                        .build());
            }
            throw new NonEmptyNamespaceException(namespace);
        }
    }

    @Override
    public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
        return iceberg().listFunctions(namespace);
    }

    @Override
    public UnboundFunction loadFunction(Identifier identifier) throws NoSuchFunctionException {
        return iceberg().loadFunction(identifier);
    }

    @Override
    public boolean functionExists(Identifier identifier) {
        return iceberg().functionExists(identifier);
    }
}
