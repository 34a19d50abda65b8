package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.Map;
import org.apache.iceberg.spark.SupportsReplaceView;
import org.apache.iceberg.spark.source.SparkView;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchViewException;
import org.apache.spark.sql.catalyst.analysis.ViewAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.connector.catalog.ViewChange;
import org.apache.spark.sql.connector.catalog.ViewInfo;
import org.apache.spark.sql.types.StructType;

/**
 * The parts of {@link FaceCatalog} that are about persistent views. A view is text: its tables are loaded, and their policies
 * asked for, as whoever reads it (S13). What a policy on the view itself restricts comes as {@link RestrictedView}.
 */
abstract class FaceViews extends FaceNamespaces implements SupportsReplaceView {
    /** Decides as for a table; refuses where there is no grant, or what is decided can't be enforced. */
    abstract Decision decide(Identifier identifier, ReadSchema schema);

    /** Refuses a view that the face lists under another spelling, or not at all: policies hang on names. */
    abstract void requireListedView(Identifier identifier);

    @Override
    public Identifier[] listViews(String... namespace) {
        return namespace.length == 0 ? new Identifier[0] : iceberg().listViews(namespace);
    }

    @Override
    public View loadView(Identifier identifier) throws NoSuchViewException {
        return telling(() -> readable(identifier));
    }

    private View readable(Identifier identifier) throws NoSuchViewException {
        SparkView view = proven(identifier, iceberg().loadView(named(identifier)));
        return served(view, decided(identifier, view), governance());
    }

    /** The view for a statement: its text is looked at, and under a policy kept from all but the engine. */
    static View served(SparkView view, Decision decision, SessionGovernance governance) {
        governance.requireView(view.query());
        if (decision instanceof Decision.Restricted restricted) {
            RestrictedQuery query = RestrictedQuery.of(view, restricted.policy());
            return new RestrictedView(view, query, governance.guard(query));
        }
        return new GovernedView(view);
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
        return new GovernedView(iceberg().createView(view));
    }

    @Override
    public View replaceView(ViewInfo view, boolean orCreate) throws NoSuchViewException, NoSuchNamespaceException {
        Identifier identifier = named(view.ident());
        PropertyGuard.check(view.properties());
        requireUnrestrictedView(identifier);
        return new GovernedView(iceberg().replaceView(view, orCreate));
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
        requireUnrestrictedView(identifier);
        return new GovernedView(iceberg()
                .replaceView(
                        named(identifier),
                        sql,
                        currentCatalog,
                        currentNamespace,
                        schema,
                        queryColumnNames,
                        columnAliases,
                        columnComments,
                        properties));
    }

    @Override
    public View alterView(Identifier identifier, ViewChange... changes) throws NoSuchViewException {
        PropertyGuard.check(changes);
        requireUnrestrictedView(identifier);
        return new GovernedView(iceberg().alterView(named(identifier), changes));
    }

    @Override
    public boolean dropView(Identifier identifier) {
        requireUnrestrictedView(identifier);
        return iceberg().dropView(named(identifier));
    }

    @Override
    public void renameView(Identifier from, Identifier to) throws NoSuchViewException, ViewAlreadyExistsException {
        requireUnrestrictedView(from);
        iceberg().renameView(named(from), named(to));
    }

    /** Whoever changes a view that there is must be unrestricted on it, as on a table (S12). */
    private void requireUnrestrictedView(Identifier identifier) {
        try {
            SparkView view = proven(identifier, iceberg().loadView(named(identifier)));
            if (decided(identifier, view) instanceof Decision.Unrestricted) {
                return;
            }
        } catch (NoSuchViewException absent) {
            // Nothing is there that a policy could restrict; the face has the last word on what follows.
            return;
        }
        throw SparkRefusal.of(CarbonCondition.WRITE_DENIED
                .refusal()
                .principal(governance().caller().name())
                .object(identifier.toString())
                .reason("a policy restricts the principal on it")
                .build());
    }

    private Decision decided(Identifier identifier, SparkView view) {
        requireListedView(identifier);
        return decide(identifier, RestrictedQuery.schema(view));
    }

    private static SparkView proven(Identifier identifier, View view) {
        if (view instanceof SparkView iceberg) {
            return iceberg;
        }
        throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(identifier.toString())
                .reason("what the catalog serves for it is not known to be this view")
                .build());
    }
}
