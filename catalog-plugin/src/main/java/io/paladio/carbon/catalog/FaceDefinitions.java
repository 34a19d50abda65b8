package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.Securable;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.types.StructType;

/**
 * The parts of {@link FaceCatalog} that create, change and remove tables. They go by identifier, past any table object: so
 * whoever changes a table that exists must be shown to be unrestricted on it first (S12).
 */
abstract class FaceDefinitions extends FaceViews implements StagingTableCatalog {
    @Override
    public Set<TableCatalogCapability> capabilities() {
        return iceberg().capabilities();
    }

    @Override
    public boolean useNullableQuerySchema() {
        return iceberg().useNullableQuerySchema();
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return iceberg().supportedCustomMetrics();
    }

    @Override
    public Table createTable(Identifier identifier, TableInfo info) throws TableAlreadyExistsException {
        PropertyGuard.check(info.properties());
        return iceberg().createTable(placed(identifier), info);
    }

    @Override
    @Deprecated
    public Table createTable(
            Identifier identifier, StructType schema, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    @Deprecated
    public Table createTable(
            Identifier identifier, Column[] columns, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    public StagedTable stageCreate(Identifier identifier, TableInfo info) throws TableAlreadyExistsException {
        PropertyGuard.check(info.properties());
        return begun(identifier, name -> iceberg().stageCreate(name, info));
    }

    @Override
    @Deprecated
    public StagedTable stageCreate(
            Identifier identifier, StructType schema, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    @Deprecated
    public StagedTable stageCreate(
            Identifier identifier, Column[] columns, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    public StagedTable stageReplace(Identifier identifier, TableInfo info) throws NoSuchTableException {
        PropertyGuard.check(info.properties());
        requireUnrestricted(identifier);
        return begun(identifier, name -> iceberg().stageReplace(name, info));
    }

    @Override
    @Deprecated
    public StagedTable stageReplace(
            Identifier identifier, StructType schema, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    @Deprecated
    public StagedTable stageReplace(
            Identifier identifier, Column[] columns, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    public StagedTable stageCreateOrReplace(Identifier identifier, TableInfo info) {
        PropertyGuard.check(info.properties());
        requireUnrestrictedIfThere(identifier);
        return begun(identifier, name -> iceberg().stageCreateOrReplace(name, info));
    }

    @Override
    @Deprecated
    public StagedTable stageCreateOrReplace(
            Identifier identifier, StructType schema, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    @Deprecated
    public StagedTable stageCreateOrReplace(
            Identifier identifier, Column[] columns, Transform[] partitions, Map<String, String> properties) {
        throw superseded(identifier);
    }

    @Override
    public Table alterTable(Identifier identifier, TableChange... changes) throws NoSuchTableException {
        PropertyGuard.check(changes);
        requireUnrestricted(identifier);
        return iceberg().alterTable(named(identifier), changes);
    }

    @Override
    public boolean dropTable(Identifier identifier) {
        requireUnrestrictedIfThere(identifier);
        return iceberg().dropTable(named(identifier));
    }

    /** Iceberg's own would drop the table, and then look for its files by paths. */
    @Override
    public boolean purgeTable(Identifier identifier) {
        requireUnrestrictedIfThere(identifier);
        throw SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object("DROP TABLE " + named(identifier) + " PURGE")
                .reason("the engine would read the table's files by path, when the table is gone")
                .remedy("Write DROP TABLE without PURGE.")
                .build());
    }

    @Override
    public void renameTable(Identifier from, Identifier to) throws NoSuchTableException, TableAlreadyExistsException {
        requireUnrestricted(from);
        Identifier name = placed(withoutCatalog(to));
        if (iceberg().tableExists(name)) {
            throw new TableAlreadyExistsException(name);
        }
        OwedTags owed = governance().renaming(securable(named(from)), securable(name));
        owed.record();
        try {
            iceberg().renameTable(named(from), name);
        } catch (NoSuchTableException | TableAlreadyExistsException | RuntimeException failure) {
            if (OwingCommit.isRefused(failure)) {
                owed.withdraw();
            }
            throw failure;
        }
    }

    private Securable securable(Identifier name) {
        return Securable.table(warehouse(), name.namespace()[0], name.name());
    }

    /** Spark leaves a new name as it was written, with or without its catalog. */
    private Identifier withoutCatalog(Identifier identifier) {
        String[] levels = identifier.namespace();
        return levels.length == 2 && levels[0].equals(name())
                ? Identifier.of(new String[] {levels[1]}, identifier.name())
                : identifier;
    }

    /** The table, for a statement that changes its rows: the rules look at each where a policy restricts the caller (S12). */
    final Table changeable(Identifier identifier, Table table) {
        boolean checked = table instanceof GovernedTable && governance().checksWrites();
        return checked ? table : writable(identifier, table);
    }

    /** The table, for a caller who may change it as a whole; refuses with WRITE_DENIED anybody whom a policy restricts on it. */
    final Table writable(Identifier identifier, Table table) {
        if (table instanceof SparkTable) {
            return table;
        }
        throw SparkRefusal.of(CarbonCondition.WRITE_DENIED
                .refusal()
                .principal(caller())
                .object(
                        table instanceof GovernedTable governed
                                ? governed.securable().toString()
                                : identifier.toString())
                .reason("a policy restricts the principal on it")
                .build());
    }

    /** The name under which the catalog's tables are known as securables. */
    public abstract String warehouse();

    /** The name of whom the session belongs to. */
    abstract String caller();

    /** The name of a table to be. */
    private Identifier placed(Identifier identifier) {
        Identifier name = named(identifier);
        requireOneLevel(name.namespace(), name.toString());
        return name;
    }

    /** Iceberg's own table would neither look up a commit whose answer was lost, nor take back what it began. */
    private <E extends Exception> StagedTable begun(Identifier identifier, Begin<E> begin) throws E {
        Identifier name = placed(identifier);
        FaceRestCatalog face = iceberg().rest();
        face.forget();
        try {
            begin.table(name);
            return new StatementTable(
                    face.begun().orElseThrow(() -> new IllegalStateException("no table was begun: " + name)));
        } finally {
            face.forget();
        }
    }

    private void requireUnrestricted(Identifier identifier) throws NoSuchTableException {
        writable(identifier, loadTable(identifier));
    }

    private void requireUnrestrictedIfThere(Identifier identifier) {
        try {
            requireUnrestricted(identifier);
        } catch (NoSuchTableException absent) {
            // Nothing is there that a policy could restrict; the face has the last word on what follows.
        }
    }

    /** Spark 4.1 calls the forms with a {@link TableInfo}; a call of an older form is none that was looked at. */
    private static SparkRefusal superseded(Identifier identifier) {
        return SparkRefusal.of(CarbonCondition.NOT_GOVERNABLE
                .refusal()
                .object(identifier.toString())
                .reason("it would be created by a superseded call")
                .build());
    }

    @FunctionalInterface
    private interface Begin<E extends Exception> {
        StagedTable table(Identifier name) throws E;
    }
}
