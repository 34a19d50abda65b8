package io.paladio.carbon.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Starts the engine's governance with the application, before any session exists, and stops the application where it can't be
 * complete. Stateless.
 */
public final class CarbonSparkPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new CarbonDriver();
    }

    /** Executors read what the driver sealed; nothing of ours lives there. */
    @Override
    public @Nullable ExecutorPlugin executorPlugin() {
        return null;
    }
}
