package io.paladio.carbon.catalog;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.types.StructType;

/** A persistent view as a session gets it: its text runs as whoever reads it, and where it lies is the face's business. Immutable. */
record GovernedView(View view) implements View {
    private static final String LOCATION = "location";

    @Override
    public String name() {
        return view.name();
    }

    @Override
    public String query() {
        return view.query();
    }

    @Override
    public String currentCatalog() {
        return view.currentCatalog();
    }

    @Override
    public String[] currentNamespace() {
        return view.currentNamespace();
    }

    @Override
    public StructType schema() {
        return view.schema();
    }

    @Override
    public String[] queryColumnNames() {
        return view.queryColumnNames();
    }

    @Override
    public String[] columnAliases() {
        return view.columnAliases();
    }

    @Override
    public String[] columnComments() {
        return view.columnComments();
    }

    @Override
    public Map<String, String> properties() {
        Map<String, String> shown = new HashMap<>(view.properties());
        shown.remove(LOCATION);
        return shown;
    }
}
