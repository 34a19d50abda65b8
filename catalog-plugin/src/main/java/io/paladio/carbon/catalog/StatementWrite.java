package io.paladio.carbon.catalog;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A write whose snapshot carries ids of ours, whatever the statement itself says about them. Immutable. */
record StatementWrite(LogicalWriteInfo written, Map<String, String> ids) implements LogicalWriteInfo {
    private static final String SUMMARY = "snapshot-property.";

    @Override
    public CaseInsensitiveStringMap options() {
        Map<String, String> options = new HashMap<>(written.options().asCaseSensitiveMap());
        ids.forEach((name, id) -> {
            options.keySet().removeIf((SUMMARY + name)::equalsIgnoreCase);
            options.put(SUMMARY + name, id);
        });
        return new CaseInsensitiveStringMap(options);
    }

    @Override
    public String queryId() {
        return written.queryId();
    }

    @Override
    public StructType schema() {
        return written.schema();
    }

    @Override
    public Optional<StructType> rowIdSchema() {
        return written.rowIdSchema();
    }

    @Override
    public Optional<StructType> metadataSchema() {
        return written.metadataSchema();
    }
}
