package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/** The scan of a restricted table outside its barrier: has a schema, no statistics, and never a batch. Immutable. */
record ShutScan(GovernedTable table) implements Scan {
    @Override
    @SuppressWarnings("deprecation")
    public StructType readSchema() {
        return table.schema();
    }

    @Override
    public String description() {
        return table.securable().toString();
    }

    @Override
    public Batch toBatch() {
        throw SparkRefusal.of(CarbonCondition.SEAL_BROKEN
                .refusal()
                .object(table.securable().toString())
                .principal(table.policy().principal().name())
                .build());
    }
}
