package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A restricted principal's table with every raw column, for the relation within the barrier alone.
 *
 * <p>Filters and masks need raw values, also of denied columns. Its scans stay shut until they are sealed: see
 * {@link GovernedScan}. Immutable.
 */
public final class GovernedRawTable implements Table, SupportsRead {
    private final ReadView view;

    GovernedRawTable(ReadView view) {
        this.view = view;
    }

    /** What restricts the principal on this table. */
    public EffectivePolicy policy() {
        return view.policy();
    }

    /** The table's own coordinate, as loaded from the face. */
    public Securable securable() {
        return view.policy().table();
    }

    /** The schema that is read, with field-ids. */
    public TableSchema governedSchema() {
        return view.schema();
    }

    /** What its policy was bound to: the schema that is read, and the one that the table has now. */
    public ReadSchema boundSchemas() {
        return view.schemas();
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
        return view.columns();
    }

    @Override
    @SuppressWarnings("deprecation")
    public StructType schema() {
        return view.struct();
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
        return ReadView.CAPABILITIES;
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return GovernedScanBuilder.of(this, view.table().newScanBuilder(ReadOptions.ofRows(view, options)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GovernedRawTable that && view.equals(that.view);
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
