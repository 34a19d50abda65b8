package io.paladio.carbon.platform.face;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Faults that a test asks of the face: an answer by status alone, or a late one. Thread-safe. */
public final class FaceFaults {
    private final AtomicInteger status = new AtomicInteger();
    private final AtomicReference<Duration> delay = new AtomicReference<>(Duration.ZERO);

    FaceFaults() {}

    /** Answers every call with this status from now on. */
    public void failWith(int answer) {
        status.set(answer);
    }

    /** Answers every call this much later from now on. */
    public void delayBy(Duration time) {
        delay.set(time);
    }

    /** Behaves again. */
    public void clear() {
        status.set(0);
        delay.set(Duration.ZERO);
    }

    /** Waits as asked; the status to fail with, if any. */
    OptionalInt next() {
        try {
            boolean never = new CountDownLatch(1).await(delay.get().toMillis(), TimeUnit.MILLISECONDS);
            return status.get() == 0 || never ? OptionalInt.empty() : OptionalInt.of(status.get());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return OptionalInt.of(503);
        }
    }
}
