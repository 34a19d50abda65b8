package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A metadata table as a principal gets it whom a policy restricts on its table: one of {@link OpenMetadata}, without counts and
 * places. Its rows are made here, so that no file of the table is opened for them. Immutable.
 */
public final class GovernedMetadata implements Table, SupportsRead {
    private final EffectivePolicy policy;
    private final OpenMetadata shown;
    private final BaseMetadataTable table;
    private final String state;

    private GovernedMetadata(EffectivePolicy policy, OpenMetadata shown, BaseMetadataTable table, String state) {
        this.policy = policy;
        this.shown = shown;
        this.table = table;
        this.state = state;
    }

    static GovernedMetadata of(EffectivePolicy policy, OpenMetadata shown, BaseMetadataTable table) {
        String state = ((BaseTable) table.table()).operations().current().metadataFileLocation();
        return new GovernedMetadata(policy, shown, table, state);
    }

    /** What restricts the principal on the table that this is about. */
    public EffectivePolicy policy() {
        return policy;
    }

    /** The table that this is about. */
    public Securable securable() {
        return policy.table();
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public String id() {
        return table.uuid() + "@" + policy.etag();
    }

    @Override
    public Column[] columns() {
        return Arrays.stream(structure().fields())
                .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
                .toArray(Column[]::new);
    }

    @Override
    @SuppressWarnings("deprecation")
    public StructType schema() {
        return structure();
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
        ReadOptions.allowed(securable(), options);
        return () -> new MetadataScan(this);
    }

    OpenMetadata shown() {
        return shown;
    }

    BaseMetadataTable table() {
        return table;
    }

    /** The columns as they come out: what is not shown may be missing. */
    StructType structure() {
        return new StructType(
                Arrays.stream(SparkSchemaUtil.convert(table.schema()).fields())
                        .map(field -> shown.shows(field.name())
                                ? field
                                : new StructField(field.name(), field.dataType(), true, field.metadata()))
                        .toArray(StructField[]::new));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GovernedMetadata that
                && table.name().equals(that.table.name())
                && state.equals(that.state)
                && policy.principal().name().equals(that.policy.principal().name())
                && policy.etag().equals(that.policy.etag());
    }

    @Override
    public int hashCode() {
        return Objects.hash(table.name(), state, policy.principal().name(), policy.etag());
    }

    @Override
    public String toString() {
        return name();
    }
}
