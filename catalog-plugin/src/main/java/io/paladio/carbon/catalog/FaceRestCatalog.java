package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.LoadContext;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTSessionCatalog;

/**
 * Iceberg's REST catalog, speaking through the session's {@link FaceConnection}, that remembers which table it really loaded.
 *
 * <p>What a statement calls a table says too little: {@code t.branch_x}, {@code t.files} and {@code t.changes} are identifiers
 * like any other. The identifier that the face answered for says it all, and what came along with the answer binds whoever reads. What was seen belongs to the thread that asked.
 * Thread-safe.
 */
final class FaceRestCatalog extends RESTCatalog {
    private final ThreadLocal<LoadTrace> trace = ThreadLocal.withInitial(LoadTrace::new);

    private final TableLoads loads;
    private final Supplier<String> statement;

    FaceRestCatalog(FaceConnection connection) {
        super(configuration -> connection.newClient());
        this.loads = connection.loads();
        this.statement = connection::statement;
    }

    @Override
    protected RESTSessionCatalog newSessionCatalog(Function<Map<String, String>, RESTClient> clients) {
        return new RESTSessionCatalog(clients, (context, properties) -> FaceFileIo.of(properties));
    }

    @Override
    public Table loadTable(TableIdentifier identifier) {
        return traced(identifier, () -> super.loadTable(identifier));
    }

    @Override
    public Table loadTable(TableIdentifier identifier, LoadContext context) {
        return traced(identifier, () -> super.loadTable(identifier, context));
    }

    @Override
    public TableBuilder buildTable(TableIdentifier identifier, Schema schema) {
        return new CreationBuilder(
                super.buildTable(identifier, schema),
                new NamedTable(this, identifier),
                statement.get(),
                creation -> trace.get().begun = Optional.of(creation));
    }

    /** Forgets what this thread saw and began. */
    void forget() {
        trace.remove();
    }

    /** The table that this thread loaded last since {@link #forget}. */
    Optional<LoadedTable> loaded() {
        return trace.get().loaded;
    }

    /** The refusal that this thread met last since {@link #forget}: Spark's catalog passes over some. */
    Optional<SparkRefusal> refused() {
        return trace.get().refused;
    }

    /** The table that this thread began last since {@link #forget}. */
    Optional<TableCreation> begun() {
        return trace.get().begun;
    }

    private Table traced(TableIdentifier identifier, Supplier<Table> load) {
        LoadTrace seen = trace.get();
        try {
            TableLoads.Loaded loaded = loads.during(load).orElseThrow(() -> unseen(identifier));
            Table table = loaded.table();
            seen.loaded = Optional.of(new LoadedTable(base(identifier, table), table, loaded.restrictions()));
            return table;
        } catch (SparkRefusal refusal) {
            seen.refused = Optional.of(refusal);
            throw refusal;
        }
    }

    private static SparkRefusal unseen(TableIdentifier identifier) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(identifier.toString())
                .reason("what came out of the catalog is not what the face sent last")
                .build());
    }

    private static TableIdentifier base(TableIdentifier identifier, Table table) {
        return table instanceof BaseMetadataTable
                ? TableIdentifier.of(identifier.namespace().levels())
                : identifier;
    }

    private static final class LoadTrace {
        private Optional<LoadedTable> loaded = Optional.empty();
        private Optional<SparkRefusal> refused = Optional.empty();
        private Optional<TableCreation> begun = Optional.empty();
    }
}
