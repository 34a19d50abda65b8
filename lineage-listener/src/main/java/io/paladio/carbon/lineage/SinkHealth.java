package io.paladio.carbon.lineage;

import java.time.Instant;
import java.util.Optional;

/**
 * How it is with a sink, for health and metrics.
 *
 * @param sink {@code decisions} or {@code lineage}
 * @param storage where records wait until they are delivered
 * @param counts what became of the records
 * @param setAside how many of the delivered ones the receiver will never take
 * @param failures attempts that failed
 * @param bytes what waits on disk
 * @param oldest when the record that waits longest on disk came
 * @param receiver how the latest attempt went, in our words
 */
public record SinkHealth(
        String sink,
        Storage storage,
        SinkCounts counts,
        long setAside,
        long failures,
        long bytes,
        Optional<Instant> oldest,
        String receiver) {
    /** Where records wait. */
    public enum Storage {
        /** On disk: they outlive the process. */
        SPOOL,
        /** In memory: they are lost with the process, and where they can't be delivered at once. */
        MEMORY
    }
}
