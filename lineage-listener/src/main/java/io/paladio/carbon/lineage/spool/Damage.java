package io.paladio.carbon.lineage.spool;

/**
 * Counts the records of a lane that can't be read back. A gap in their numbers tells how many; rubbish that fills no gap (the last
 * record, when a process was killed in the middle of it) is one. Guarded by the spool.
 */
final class Damage {
    private static final long UNKNOWN = -1;

    private long expected = UNKNOWN;
    private long stretches;
    private long count;

    void read(SegmentScan.Found found) {
        if (found.afterRubbish()) {
            rubbish();
        }
        if (expected != UNKNOWN) {
            count += Math.max(0, found.frame().ordinal() - expected - stretches);
        }
        expected = found.frame().ordinal() + 1;
        stretches = 0;
    }

    void rubbish() {
        stretches++;
        count++;
    }

    /** Records were given up unread: the next number is any. */
    void passOver() {
        expected = UNKNOWN;
        stretches = 0;
    }

    long count() {
        return count;
    }
}
