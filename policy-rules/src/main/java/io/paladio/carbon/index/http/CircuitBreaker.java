package io.paladio.carbon.index.http;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Spares a part that keeps failing, and those who would wait for it. After some failures in a row nobody asks for a moment; then
 * one asks for all, and how that goes decides. Thread-safe.
 */
final class CircuitBreaker {
    private final int threshold;
    private final long pauseNanos;
    private final LongSupplier nanoTime;
    private int failures;
    private long closedUntil;
    private boolean isTrying;

    CircuitBreaker(int threshold, Duration pause, LongSupplier nanoTime) {
        this.threshold = threshold;
        this.pauseNanos = pause.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether to ask. Who asks says how it went, whatever happens. */
    synchronized boolean admits() {
        if (failures < threshold) {
            return true;
        }
        if (isTrying || nanoTime.getAsLong() - closedUntil < 0) {
            return false;
        }
        isTrying = true;
        return true;
    }

    /** It answered, be it with a refusal. */
    synchronized void answered() {
        failures = 0;
        isTrying = false;
    }

    /** It can't be reached, breaks off or takes too long. */
    synchronized void failed() {
        failures = Math.min(threshold, failures + 1);
        isTrying = false;
        closedUntil = nanoTime.getAsLong() + pauseNanos;
    }

    /** Whoever asked did not wait for the outcome. */
    synchronized void givenUp() {
        isTrying = false;
    }
}
