package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.spark.SupportsReplaceView;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchViewException;
import org.apache.spark.sql.catalyst.analysis.ViewAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.connector.catalog.ViewChange;
import org.apache.spark.sql.connector.catalog.ViewInfo;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.StructType;

/**
 * The parts of {@link FaceCatalog} that hold no rows: schemas, views and Iceberg's own functions. The face decides who may see
 * and change them; a view's text runs as its reader (S13).
 */
abstract class FaceNamespaces implements SupportsNamespaces, FunctionCatalog, SupportsReplaceView {
    /** Iceberg's catalog; refuses where this one serves nobody. */
    abstract FaceIceberg iceberg();

    /** The identifier as a name; refuses one that is a path. */
    abstract Identifier named(Identifier identifier);

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
        iceberg().createNamespace(namespace, metadata);
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

    @Override
    public boolean dropNamespace(String[] namespace, boolean cascade) throws NoSuchNamespaceException {
        return iceberg().dropNamespace(namespace, cascade);
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

    @Override
    public Identifier[] listViews(String... namespace) {
        return iceberg().listViews(namespace);
    }

    @Override
    public View loadView(Identifier identifier) throws NoSuchViewException {
        return iceberg().loadView(named(identifier));
    }

    @Override
    public boolean viewExists(Identifier identifier) {
        return iceberg().viewExists(named(identifier));
    }

    @Override
    public void invalidateView(Identifier identifier) {
        iceberg().invalidateView(named(identifier));
    }

    @Override
    public View createView(ViewInfo view) throws ViewAlreadyExistsException, NoSuchNamespaceException {
        named(view.ident());
        PropertyGuard.check(view.properties());
        return iceberg().createView(view);
    }

    @Override
    public View replaceView(ViewInfo view, boolean orCreate) throws NoSuchViewException, NoSuchNamespaceException {
        named(view.ident());
        PropertyGuard.check(view.properties());
        return iceberg().replaceView(view, orCreate);
    }

    @Override
    public View replaceView(
            Identifier identifier,
            String sql,
            String currentCatalog,
            String[] currentNamespace,
            StructType schema,
            String[] queryColumnNames,
            String[] columnAliases,
            String[] columnComments,
            Map<String, String> properties)
            throws NoSuchViewException, NoSuchNamespaceException {
        PropertyGuard.check(properties);
        return iceberg()
                .replaceView(
                        named(identifier),
                        sql,
                        currentCatalog,
                        currentNamespace,
                        schema,
                        queryColumnNames,
                        columnAliases,
                        columnComments,
                        properties);
    }

    @Override
    public View alterView(Identifier identifier, ViewChange... changes) throws NoSuchViewException {
        PropertyGuard.check(changes);
        return iceberg().alterView(named(identifier), changes);
    }

    @Override
    public boolean dropView(Identifier identifier) {
        return iceberg().dropView(named(identifier));
    }

    @Override
    public void renameView(Identifier from, Identifier to) throws NoSuchViewException, ViewAlreadyExistsException {
        iceberg().renameView(named(from), named(to));
    }
}
