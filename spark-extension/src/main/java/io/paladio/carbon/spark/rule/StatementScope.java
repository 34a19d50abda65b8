package io.paladio.carbon.spark.rule;

/** The answers of Index that one statement works with: asked once at its start, bound to its thread and its analysis. */
public final class StatementScope {
    private StatementScope() {}

    /** Forgets what this thread asked: called when the thread starts to serve another call. */
    public static void clear() {}
}
