package io.paladio.carbon.spark;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListenerEvent;

/** An event that says nothing: whoever takes it up has been told of all that Spark had to tell before it. Thread-safe. */
final class ListenerMark implements SparkListenerEvent {
    private final CountDownLatch reached = new CountDownLatch(1);

    void reached() {
        reached.countDown();
    }

    /** Waits until the listener is there, and no longer than this; answers whether it is. */
    boolean await(Duration most) {
        try {
            return reached.await(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** No event log is told of it. */
    @Override
    public boolean logEvent() {
        return false;
    }
}
