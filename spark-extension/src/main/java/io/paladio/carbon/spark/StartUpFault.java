package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.SparkRefusal;

/** Tells whoever starts the engine why it does not start: one line on the standard error stream, whatever logging does. */
public final class StartUpFault {
    private StartUpFault() {}

    /** The same refusal, told, and without a trace that would bury it. */
    public static SparkRefusal told(SparkRefusal refusal) {
        System.err.println(refusal.getMessage());
        refusal.setStackTrace(new StackTraceElement[0]);
        return refusal;
    }
}
