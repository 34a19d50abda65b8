package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.EffectivePolicy;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A persistent view as a principal gets it whom a policy restricts on it: named and typed, with a mark in the place of its text.
 *
 * <p>The engine alone exchanges the mark for the query, and puts the policy around it. To every other parser it is no query at all,
 * so that nothing is read where a rule is missing; a description shows it instead of the text. Columns under a {@code deny} mask
 * are left out. Immutable.
 */
public final class RestrictedView implements View {
    private final View view;
    private final RestrictedQuery query;
    private final String mark;

    RestrictedView(View view, RestrictedQuery query, String mark) {
        this.view = view;
        this.query = query;
        this.mark = mark;
    }

    /** What restricts the principal on the view. */
    public EffectivePolicy policy() {
        return query.policy();
    }

    @Override
    public String name() {
        return view.name();
    }

    @Override
    public String query() {
        return mark;
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
        return new StructType(query.shown().stream()
                .map(place -> query.schema().fields()[place])
                .toArray(StructField[]::new));
    }

    /** Those of the view, not of its query: that one's tell what the columns are made of, denied ones too. */
    @Override
    public String[] queryColumnNames() {
        return columnAliases();
    }

    @Override
    public String[] columnAliases() {
        return schema().fieldNames();
    }

    @Override
    public String[] columnComments() {
        List<Integer> shown = query.shown();
        String[] comments = view.columnComments();
        return shown.stream().map(place -> comments[place]).toArray(String[]::new);
    }

    @Override
    public Map<String, String> properties() {
        return ReadView.PROPERTIES;
    }

    @Override
    public String toString() {
        return query.view().toString();
    }
}
