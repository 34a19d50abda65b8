package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Merge-on-read on a restricted principal's table: single rows are deleted by their places, and added. Not thread-safe, as
 * Iceberg's own.
 */
public final class GovernedDelta implements SupportsDelta {
    private final GovernedTarget target;
    private final SupportsDelta operation;

    GovernedDelta(GovernedTarget target, SupportsDelta operation) {
        this.target = target;
        this.operation = operation;
    }

    @Override
    public Command command() {
        return operation.command();
    }

    @Override
    public String description() {
        return target.toString();
    }

    @Override
    public NamedReference[] rowId() {
        return operation.rowId();
    }

    @Override
    public NamedReference[] requiredMetadataAttributes() {
        return operation.requiredMetadataAttributes();
    }

    @Override
    public boolean representUpdateAsDeleteAndInsert() {
        return operation.representUpdateAsDeleteAndInsert();
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return GovernedScanBuilder.of(
                target.inner(), operation.newScanBuilder(ReadOptions.allowed(target.securable(), options)));
    }

    @Override
    public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        DeltaWriteBuilder builder = operation.newWriteBuilder(info);
        return new DeltaWriteBuilder() {
            @Override
            public DeltaWrite build() {
                return new GovernedDeltaWrite(target, builder.build());
            }
        };
    }
}
