package io.paladio.carbon.lineage.spool;

import java.nio.file.Path;
import java.util.OptionalLong;

/** One file of a lane and how far it has been read. Guarded by the spool. */
final class Segment {
    private final Path file;
    private long bytes;
    private long readTo;
    private long unread;
    private long inHand;
    private OptionalLong oldestUnread = OptionalLong.empty();
    private boolean gone;

    /** A new file, or one that was found. */
    Segment(Path file, long bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    Path file() {
        return file;
    }

    long bytes() {
        return bytes;
    }

    long readTo() {
        return readTo;
    }

    /** A record stands at its end, or was found in it. */
    void holds(Frame frame) {
        unread++;
        if (oldestUnread.isEmpty()) {
            oldestUnread = OptionalLong.of(frame.millis());
        }
    }

    void grow(int size) {
        bytes += size;
    }

    /** All that was written has been read, and so many records of it wait. */
    void read(int waiting) {
        readTo = bytes;
        unread = 0;
        oldestUnread = OptionalLong.empty();
        inHand += waiting;
    }

    void delivered() {
        inHand--;
    }

    boolean isRead() {
        return readTo == bytes;
    }

    boolean isDone() {
        return isRead() && inHand == 0;
    }

    long waiting() {
        return unread + inHand;
    }

    OptionalLong oldestUnread() {
        return oldestUnread;
    }

    /** It was given up with what waited in it. */
    void giveUp() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }
}
