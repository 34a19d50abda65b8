package io.paladio.carbon.catalog;

import io.paladio.carbon.catalog.ReadSchemas.Selection;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.restriction.ReadRestrictions;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.spark.SparkCatalog;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.spark.source.SparkView;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NoSuchViewException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The governed catalog's decisions over Iceberg tables in this JVM's memory: no face, no object store. */
public final class LocalCatalog extends SparkCatalog implements GovernedCatalog {
    private static final InMemoryCatalog TABLES = create();

    private SparkSession session;

    private static InMemoryCatalog create() {
        InMemoryCatalog catalog = new InMemoryCatalog();
        catalog.initialize("carbon", Map.of());
        return catalog;
    }

    /** What is stored, for those who write it without Spark. */
    public static InMemoryCatalog tables() {
        return TABLES;
    }

    /** A table as the engine reads it for itself, when a policy looks something up. */
    public static Optional<EngineTable> opened(Securable table) {
        TableIdentifier name =
                TableIdentifier.of(table.path().get(1), table.path().get(2));
        return TABLES.tableExists(name)
                ? Optional.of(EngineTable.of(new LoadedTable(name, TABLES.loadTable(name), ReadRestrictions.NONE)))
                : Optional.empty();
    }

    @Override
    protected Catalog buildIcebergCatalog(String name, CaseInsensitiveStringMap options) {
        session = SparkSession.active();
        return TABLES;
    }

    @Override
    public String warehouse() {
        return "carbon";
    }

    @Override
    public Table loadTable(Identifier identifier) throws NoSuchTableException {
        Table table = super.loadTable(named(identifier));
        return serve(identifier, table, selection(named(identifier), table));
    }

    @Override
    public Table loadTable(Identifier identifier, String version) throws NoSuchTableException {
        return serve(identifier, super.loadTable(named(identifier), version), Selection.SNAPSHOT);
    }

    @Override
    public Table loadTable(Identifier identifier, long timestamp) throws NoSuchTableException {
        return serve(identifier, super.loadTable(named(identifier), timestamp), Selection.SNAPSHOT);
    }

    @Override
    public Table loadTable(Identifier identifier, Set<TableWritePrivilege> privileges) throws NoSuchTableException {
        Table table = loadTable(identifier);
        if (table instanceof GovernedTable governed
                && !SessionGovernances.of(session).checksWrites()) {
            SparkRefusal refusal = SparkRefusal.of(CarbonCondition.WRITE_DENIED
                    .refusal()
                    .object(governed.securable().toString())
                    .principal(governed.policy().principal().name())
                    .reason("a policy restricts the principal on it")
                    .build());
            SessionGovernances.of(session).refused(refusal);
            throw refusal;
        }
        return table;
    }

    @Override
    public View loadView(Identifier identifier) throws NoSuchViewException {
        SparkView view = (SparkView) super.loadView(identifier);
        try {
            SessionGovernance governance = SessionGovernances.of(session);
            TableIdentifier name = TableIdentifier.of(identifier.namespace()[0], identifier.name());
            return FaceViews.served(
                    view,
                    new TableGovernor("carbon", () -> governance).decide(name, RestrictedQuery.schema(view)),
                    governance);
        } catch (SparkRefusal refusal) {
            SessionGovernances.of(session).refused(refusal);
            throw refusal;
        }
    }

    @Override
    public String principal() {
        return SessionGovernances.of(session).caller().name();
    }

    private static Identifier named(Identifier identifier) {
        return identifier instanceof InsideBarrier inside ? inside.table() : identifier;
    }

    private Table serve(Identifier identifier, Table table, Selection selection) {
        try {
            return served(identifier, table, selection);
        } catch (SparkRefusal refusal) {
            SessionGovernances.of(session).refused(refusal);
            throw refusal;
        }
    }

    private Table served(Identifier identifier, Table table, Selection selection) {
        SparkTable spark = (SparkTable) table;
        LoadedTable loaded = new LoadedTable(base(spark.table()), spark.table(), ReadRestrictions.NONE);
        TableGovernor governor = new TableGovernor("carbon", () -> SessionGovernances.of(session));
        return identifier instanceof InsideBarrier
                ? governor.serveInside(loaded, table, selection)
                : governor.serve(loaded, table, selection);
    }

    private static Selection selection(Identifier name, Table table) {
        TableIdentifier base = base(((SparkTable) table).table());
        boolean own = name.name().equals(base.name())
                && Arrays.equals(name.namespace(), base.namespace().levels());
        boolean metadata = ((SparkTable) table).table() instanceof BaseMetadataTable;
        return own || metadata ? Selection.CURRENT : Selection.SNAPSHOT;
    }

    private static TableIdentifier base(org.apache.iceberg.Table table) {
        org.apache.iceberg.Table base = table instanceof BaseMetadataTable metadata ? metadata.table() : table;
        String[] path = base.name().split("\\.");
        return TableIdentifier.of(path[path.length - 2], path[path.length - 1]);
    }
}
