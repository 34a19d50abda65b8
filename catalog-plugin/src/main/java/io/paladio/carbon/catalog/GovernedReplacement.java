package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Copy-on-write on a restricted principal's table: files are written anew, with the rows that the principal can't see as they
 * were. Not thread-safe, as Iceberg's own.
 */
public final class GovernedReplacement implements RowLevelOperation {
    private final GovernedTarget target;
    private final RowLevelOperation operation;

    GovernedReplacement(GovernedTarget target, RowLevelOperation operation) {
        this.target = target;
        this.operation = operation;
    }

    /** What the statement does. */
    public Command statement() {
        return operation.command();
    }

    /**
     * What Spark takes it for. The files are read twice, for the rows that are visible and for those that are not; Spark lets
     * nothing but an UPDATE do that, and tells them apart for nothing else.
     */
    @Override
    public Command command() {
        return Command.UPDATE;
    }

    @Override
    public String description() {
        return target.toString();
    }

    @Override
    public NamedReference[] requiredMetadataAttributes() {
        return operation.requiredMetadataAttributes();
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return GovernedScanBuilder.of(
                target.inner(), operation.newScanBuilder(ReadOptions.allowed(target.securable(), options)));
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new GovernedWriteBuilder(target, operation.newWriteBuilder(info));
    }
}
