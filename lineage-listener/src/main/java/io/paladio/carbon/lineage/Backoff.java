package io.paladio.carbon.lineage;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before something is tried again: twice as long after each failure, and at random between half of that and all, so
 * that many engines do not come at once when a receiver is back. Used by one thread.
 */
final class Backoff {
    private final Duration shortest;
    private final Duration longest;
    private Duration step;

    Backoff(Duration shortest, Duration longest) {
        this.shortest = shortest;
        this.longest = longest;
        this.step = shortest;
    }

    /** It failed once more. */
    Duration next() {
        long nanos = step.toNanos();
        step = step.multipliedBy(2).compareTo(longest) < 0 ? step.multipliedBy(2) : longest;
        return Duration.ofNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1));
    }

    /** It went well. */
    void reset() {
        step = shortest;
    }
}
