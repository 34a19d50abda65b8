package io.paladio.carbon.platform.face;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Faults that a test asks of the face: an answer by status alone, or a late one. Thread-safe. */
public final class FaceFaults {
    private volatile int status;
    private volatile Duration delay = Duration.ZERO;

    FaceFaults() {}

    /** Answers every call with this status from now on. */
    public void failWith(int answer) {
        status = answer;
    }

    /** Answers every call this much later from now on. */
    public void delayBy(Duration time) {
        delay = time;
    }

    /** Behaves again. */
    public void clear() {
        status = 0;
        delay = Duration.ZERO;
    }

    /** Waits as asked; the status to fail with, if any. */
    OptionalInt next() {
        try {
            boolean never = new CountDownLatch(1).await(delay.toMillis(), TimeUnit.MILLISECONDS);
            return status == 0 || never ? OptionalInt.empty() : OptionalInt.of(status);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return OptionalInt.of(503);
        }
    }
}
