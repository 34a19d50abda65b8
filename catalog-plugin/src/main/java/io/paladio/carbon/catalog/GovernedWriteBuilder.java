package io.paladio.carbon.catalog;

import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

/** Builds a write that stays shut, and none that overwrites or truncates: those are other interfaces. Immutable. */
record GovernedWriteBuilder(GovernedTarget target, WriteBuilder builder) implements WriteBuilder {
    @Override
    public Write build() {
        return new GovernedWrite(target, builder.build());
    }
}
