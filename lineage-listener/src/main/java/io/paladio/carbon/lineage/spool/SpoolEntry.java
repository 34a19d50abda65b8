package io.paladio.carbon.lineage.spool;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** A record that waits. Immutable, but for its segment, which is the spool's own business. */
public final class SpoolEntry {
    private final Priority priority;
    private final Frame frame;
    private final Segment segment;

    SpoolEntry(Priority priority, Frame frame, Segment segment) {
        this.priority = priority;
        this.frame = frame;
        this.segment = segment;
    }

    /** What was appended. */
    public SpoolRecord record() {
        return new SpoolRecord(priority, frame.key(), new String(frame.payload(), StandardCharsets.UTF_8));
    }

    /** Its number in the order in which records came. */
    long sequence() {
        return frame.sequence();
    }

    Instant came() {
        return Instant.ofEpochMilli(frame.millis());
    }

    Segment segment() {
        return segment;
    }
}
