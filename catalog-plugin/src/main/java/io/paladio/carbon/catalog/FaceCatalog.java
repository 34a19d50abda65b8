package io.paladio.carbon.catalog;

import io.paladio.carbon.catalog.ReadSchemas.Selection;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Decision;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.PathIdentifier;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableSummary;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The catalog through which a session meets every table: {@code spark.sql.catalog.<name>}, one instance per session.
 *
 * <p>Each table comes from the face, asked as the session's caller, and leaves here either as it is, for a principal that no
 * policy restricts on it, or as a {@link GovernedTable}, or not at all. Options are those of the application, never of the
 * session. Every method of the interfaces is declared here or in the classes above; a test holds that none is inherited unseen.
 * Never equal to another instance, so that nothing cached crosses sessions. Thread-safe once initialised.
 */
public final class FaceCatalog extends FaceProcedures implements GovernedCatalog {
    private Optional<Binding> binding = Optional.empty();

    @Override
    public void initialize(String name, CaseInsensitiveStringMap sessionOptions) {
        SparkSession session = SparkSession.active();
        Map<String, String> configuration = Arrays.stream(
                        session.sparkContext().getConf().getAll())
                .collect(Collectors.toMap(setting -> setting._1, setting -> setting._2));
        FaceOptions options = FaceOptions.of(name, configuration);
        BoundSession bound = new BoundSession(session);
        bound.get();
        FaceIceberg iceberg = new FaceIceberg(new FaceConnection(options, bound));
        iceberg.initialize(name, new CaseInsensitiveStringMap(Map.of("cache-enabled", "false")));
        TableGovernor governor = new TableGovernor(options.warehouse(), bound);
        binding = Optional.of(new Binding(bound, iceberg, governor, new ExactNames(iceberg.rest())));
    }

    @Override
    public String name() {
        return binding().iceberg().name();
    }

    @Override
    public String warehouse() {
        return binding().governor().warehouse();
    }

    @Override
    public String principal() {
        return caller();
    }

    @Override
    FaceIceberg iceberg() {
        binding().session().get();
        return binding().iceberg();
    }

    @Override
    SessionGovernance governance() {
        return binding().session().get();
    }

    @Override
    Decision decide(Identifier identifier, ReadSchema schema) {
        return binding().governor().decide(plain(identifier), schema);
    }

    @Override
    void requireListedView(Identifier identifier) {
        binding().names().requireView(plain(identifier));
    }

    private static TableIdentifier plain(Identifier identifier) {
        return TableIdentifier.of(Namespace.of(identifier.namespace()), identifier.name());
    }

    @Override
    String caller() {
        return governance().caller().name();
    }

    @Override
    Identifier named(Identifier identifier) {
        Identifier name = identifier instanceof InsideBarrier inside ? inside.table() : identifier;
        if (name instanceof PathIdentifier) {
            throw SparkRefusal.of(
                    CarbonCondition.PATH_DENIED.refusal().object("a table").build());
        }
        return name;
    }

    @Override
    public Table loadTable(Identifier identifier) throws NoSuchTableException {
        return load(identifier, Optional.empty(), iceberg()::loadTable);
    }

    @Override
    public Table loadTable(Identifier identifier, Set<TableWritePrivilege> privileges) throws NoSuchTableException {
        return telling(() -> changeable(identifier, loadTable(identifier)));
    }

    @Override
    public Table loadTable(Identifier identifier, String version) throws NoSuchTableException {
        return load(
                identifier, Optional.of(Selection.SNAPSHOT), name -> iceberg().loadTable(name, version));
    }

    @Override
    public Table loadTable(Identifier identifier, long timestamp) throws NoSuchTableException {
        return load(
                identifier, Optional.of(Selection.SNAPSHOT), name -> iceberg().loadTable(name, timestamp));
    }

    @Override
    public boolean tableExists(Identifier identifier) {
        return iceberg().tableExists(named(identifier));
    }

    @Override
    public void invalidateTable(Identifier identifier) {
        iceberg().invalidateTable(named(identifier));
    }

    /** No table lies in no schema; a session that has chosen none asks so. */
    @Override
    public Identifier[] listTables(String[] namespace) {
        return namespace.length == 0 ? new Identifier[0] : iceberg().listTables(namespace);
    }

    @Override
    public TableSummary[] listTableSummaries(String[] namespace) {
        return namespace.length == 0 ? new TableSummary[0] : iceberg().listTableSummaries(namespace);
    }

    private Table load(Identifier identifier, Optional<Selection> selected, TableLoad load)
            throws NoSuchTableException {
        return telling(() -> served(identifier, selected, load));
    }

    private Table served(Identifier identifier, Optional<Selection> selected, TableLoad load)
            throws NoSuchTableException {
        Identifier name = named(identifier);
        FaceRestCatalog face = iceberg().rest();
        face.forget();
        try {
            Table table = selected(name, load);
            LoadedTable loaded = face.loaded().orElseThrow(() -> unseen(name));
            binding().names().require(loaded.base());
            Selection selection = selected.orElseGet(() -> selection(name, loaded));
            TableGovernor governor = binding().governor();
            return identifier instanceof InsideBarrier
                    ? governor.serveInside(loaded, table, selection)
                    : governor.serve(loaded, table, selection);
        } catch (NoSuchTableException missing) {
            throw face.refused().<RuntimeException>map(refusal -> refusal).orElseThrow(() -> missing);
        } finally {
            face.forget();
        }
    }

    /**
     * A name that is not the loaded table's own holds a selector: of a branch, that has today's schema, or of a snapshot. That of a
     * metadata table is its own.
     */
    private static Selection selection(Identifier name, LoadedTable loaded) {
        TableIdentifier base = loaded.base();
        boolean own = name.name().equals(base.name())
                && Arrays.equals(name.namespace(), base.namespace().levels());
        boolean metadata = loaded.table() instanceof BaseMetadataTable && MetadataTableType.from(name.name()) != null;
        return own || metadata ? Selection.CURRENT : Selection.SNAPSHOT;
    }

    /** A table that is there may have no branch, tag or snapshot of the name: what Iceberg throws then is of no error class. */
    private Table selected(Identifier name, TableLoad load) throws NoSuchTableException {
        try {
            return load.of(name);
        } catch (ValidationException | IllegalArgumentException absent) {
            throw iceberg()
                    .rest()
                    .loaded()
                    .<RuntimeException>map(this::unselected)
                    .orElse(absent);
        }
    }

    private SparkRefusal unselected(LoadedTable loaded) {
        binding().names().require(loaded.base());
        return binding().governor().unselected(loaded);
    }

    private Binding binding() {
        return binding.orElseThrow(() -> new IllegalStateException("the catalog is not initialised"));
    }

    private static SparkRefusal unseen(Identifier name) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(name.toString())
                .reason("it did not come from the catalog")
                .build());
    }

    /** What this instance serves: the session that first used it. */
    private record Binding(BoundSession session, FaceIceberg iceberg, TableGovernor governor, ExactNames names) {}

    @FunctionalInterface
    private interface TableLoad {
        Table of(Identifier name) throws NoSuchTableException;
    }
}
