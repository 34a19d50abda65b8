package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.Column;
import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.TableSchema;
import io.paladio.carbon.policy.resolve.ReadSchema;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.types.TypeUtil;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.types.StructType;

/**
 * One table at one snapshot under one effective policy: what the table outside and the table within a barrier share.
 *
 * <p>Equal only for the same principal, the same effective etag and the same state of the same table: Spark reuses plans, caches
 * and exchanges by this equality. Immutable.
 *
 * @param table Iceberg's own table object, never handed out
 * @param schemas the schema that {@code table} reads with, and the one that the table has now
 */
record ReadView(SparkTable table, EffectivePolicy policy, ReadSchema schemas) {
    static final Map<String, String> PROPERTIES = Map.of("provider", "iceberg");
    static final Set<TableCapability> CAPABILITIES = Set.of(TableCapability.BATCH_READ);

    /** The schema that {@code table} reads with. */
    TableSchema schema() {
        return schemas.read();
    }

    String id() {
        return table.id() + "@" + policy.etag();
    }

    Optional<Long> snapshotId() {
        return Optional.ofNullable(table.snapshotId());
    }

    Optional<String> location() {
        return Optional.ofNullable(table.table().location());
    }

    /** The columns as a principal may see them described. */
    org.apache.spark.sql.connector.catalog.Column[] columns() {
        return ShownColumns.of(table.columns());
    }

    @SuppressWarnings("deprecation")
    StructType struct() {
        return ShownColumns.of(table.schema());
    }

    /** Whether another schema is read than the table has now. */
    boolean isPinned() {
        return !schemas.read().equals(schemas.current());
    }

    /** Whether a column that a statement leaves out gets a value. */
    boolean hasDefaults() {
        return TypeUtil.indexById(table.table().schema().asStruct()).values().stream()
                .anyMatch(field -> field.writeDefault() != null);
    }

    Map<String, Integer> fieldIds() {
        return schema().columns().stream().collect(Collectors.toUnmodifiableMap(Column::name, Column::fieldId));
    }

    Set<String> deniedColumns() {
        Set<Integer> denied = policy.masks().stream()
                .filter(mask -> mask.mask() instanceof Mask.Deny)
                .map(mask -> mask.column().fieldId())
                .collect(Collectors.toUnmodifiableSet());
        return schema().columns().stream()
                .filter(column -> denied.contains(column.fieldId()))
                .map(Column::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadView that
                && table.equals(that.table)
                && policy.principal().name().equals(that.policy.principal().name())
                && policy.etag().equals(that.policy.etag())
                && policy.table().equals(that.policy.table());
    }

    @Override
    public int hashCode() {
        return Objects.hash(table, policy.principal().name(), policy.etag(), policy.table());
    }
}
