package io.paladio.carbon.spark.catalyst;

import java.util.Map;
import org.apache.spark.SparkContext;

/**
 * What Spark remembers of work that has ended, so that its pages can show it: plans with their constants, tags and errors, texts of any length,
 * of the last thousand statements, jobs and stages of everybody. It does so without pages as well, and some short statements would
 * fill the driver for good. Stateless.
 */
public final class EndedStatements {
    private static final Map<String, String> NOTHING = Map.of(
            "spark.sql.ui.retainedExecutions", "0",
            "spark.sql.connect.ui.retainedSessions", "0",
            "spark.sql.connect.ui.retainedStatements", "0");

    private EndedStatements() {}

    /** Asked once, when the engine starts and no session is there. Whoever has the pages on wants to see what they show. */
    public static void forget(SparkContext context) {
        if (context.ui().isDefined()) {
            return;
        }
        NOTHING.forEach((key, value) -> context.conf().set(key, value));
        ScalaInterop.optional(context.statusStore().listener())
                .ifPresent(listener -> context.listenerBus().removeListener(listener));
    }
}
