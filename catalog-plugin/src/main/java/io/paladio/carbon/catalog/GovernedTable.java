package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table as a restricted principal gets it: named and typed, and not to be read before a rule has put {@link #inner()} under
 * its barrier.
 *
 * <p>Deliberately not Iceberg's table: no metadata columns, no row-level operations, no rows of a stream, no properties, and of writes the
 * name alone: Spark takes a table as the target of a stream only where it says that it can be written, and each batch is a statement of its own.
 * Columns under a {@code deny} mask are left out. Its {@link #id()} names the effective etag, so that Spark's own identity
 * check notices a policy that changed after analysis. Immutable.
 */
public final class GovernedTable implements SupportsRead, SupportsWrite {
    private static final Set<TableCapability> CAPABILITIES =
            Set.of(TableCapability.BATCH_READ, TableCapability.STREAMING_WRITE);

    private final ReadView view;

    GovernedTable(ReadView view) {
        this.view = view;
    }

    /** What restricts the principal on this table. */
    public EffectivePolicy policy() {
        return view.policy();
    }

    /** The table's own coordinate, as loaded from the face, whatever the statement called it. */
    public Securable securable() {
        return view.policy().table();
    }

    /** The schema that is read, with field-ids: what the policy is bound to. */
    public TableSchema governedSchema() {
        return view.schema();
    }

    /** The snapshot that will be read; absent for a table without one. */
    public Optional<Long> snapshotId() {
        return view.snapshotId();
    }

    /** Where the table lies: for lineage alone, never for a message or a plan. */
    public Optional<String> location() {
        return view.location();
    }

    /** The field-id of each top-level column by its name. */
    public Map<String, Integer> fieldIds() {
        return view.fieldIds();
    }

    /** The columns that {@link #columns()} leaves out because the principal may not refer to them. */
    public Set<String> deniedColumns() {
        return view.deniedColumns();
    }

    /** Iceberg's own table, for what is in its snapshots and never for its rows. */
    org.apache.iceberg.Table iceberg() {
        return view.table().table();
    }

    /** The table with all its raw columns, for the relation within the barrier. */
    public GovernedRawTable inner() {
        return new GovernedRawTable(view);
    }

    /** The table as the target of a write in its governed form. */
    public GovernedTarget target() {
        return new GovernedTarget(view);
    }

    /** Why nobody whom a policy restricts may write it, in whatever form; empty where they may. */
    public Optional<String> unwritable() {
        if (view.table().branch() != null || view.isPinned()) {
            return Optional.of("a branch or an older state of a table is named");
        }
        if (view.hasDefaults()) {
            return Optional.of("its columns have defaults, which are not known to the principal");
        }
        return RowLayout.isBy(view.policy(), view.table().table())
                ? Optional.of(
                        "its rows are sorted or partitioned by a column that is masked for the principal, and their"
                                + " order among rows of his own would tell what is in it")
                : Optional.empty();
    }

    @Override
    public String name() {
        return view.table().name();
    }

    @Override
    public String id() {
        return view.id();
    }

    @Override
    public String version() {
        return view.table().version();
    }

    @Override
    public Column[] columns() {
        return Arrays.stream(view.columns())
                .filter(column -> !view.deniedColumns().contains(column.name()))
                .toArray(Column[]::new);
    }

    @Override
    @SuppressWarnings("deprecation")
    public StructType schema() {
        return new StructType(Arrays.stream(view.struct().fields())
                .filter(field -> !view.deniedColumns().contains(field.name()))
                .toArray(org.apache.spark.sql.types.StructField[]::new));
    }

    @Override
    public Transform[] partitioning() {
        return new Transform[0];
    }

    @Override
    public Map<String, String> properties() {
        return ReadView.PROPERTIES;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return CAPABILITIES;
    }

    /** Never: a rule puts {@link #target()} in its place, or refuses. */
    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        throw SparkRefusal.of(CarbonCondition.SEAL_BROKEN
                .refusal()
                .object(securable().toString())
                .principal(policy().principal().name())
                .build());
    }

    /** A scan that nothing opens: only the table within the barrier is ever read. Spark asks one for statistics. */
    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return () -> new ShutScan(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GovernedTable that && view.equals(that.view);
    }

    @Override
    public int hashCode() {
        return view.hashCode();
    }

    @Override
    public String toString() {
        return securable().toString();
    }
}
