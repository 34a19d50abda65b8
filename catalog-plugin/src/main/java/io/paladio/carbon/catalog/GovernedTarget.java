package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.Securable;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * A restricted principal's table as the target of a write that a rule has put into its governed form (S12): rows are added, and
 * changed row by row; never by metadata, by truncation or by overwriting. What it is written with stays shut until it is sealed,
 * and so does what its rows are read with.
 *
 * <p>It is never loaded by a name: a rule makes it of the table that the statement named. Immutable.
 */
public final class GovernedTarget implements SupportsWrite, SupportsRowLevelOperations, SupportsMetadataColumns {
    private static final Set<TableCapability> CAPABILITIES =
            Set.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE);

    private final ReadView view;

    GovernedTarget(ReadView view) {
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

    /** The same table with its raw columns, for what is read of it within a barrier. */
    public GovernedRawTable inner() {
        return new GovernedRawTable(view);
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
    public Column[] columns() {
        return view.columns();
    }

    @Override
    @SuppressWarnings("deprecation")
    public StructType schema() {
        return view.struct();
    }

    /** The columns that tell a row's place: asked for by the operation itself, since no statement can name them. */
    @Override
    public MetadataColumn[] metadataColumns() {
        return view.table().metadataColumns();
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

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new GovernedWriteBuilder(this, view.table().newWriteBuilder(info));
    }

    @Override
    public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
        return () -> governed(view.table().newRowLevelOperationBuilder(info).build());
    }

    private RowLevelOperation governed(RowLevelOperation operation) {
        return operation instanceof SupportsDelta delta
                ? new GovernedDelta(this, delta)
                : new GovernedReplacement(this, operation);
    }

    @Override
    public String toString() {
        return securable().toString();
    }
}
