package io.paladio.carbon.index.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The end of one question, whatever its connection waits for: cuts the connection when time is up.
 *
 * <p>The driver's own timeouts count whole seconds or single reads; a server that trickles would outlast them. Thread-safe.
 */
final class Deadline {
    private final long end;
    private boolean over;

    Deadline(Duration timeout) {
        this.end = System.nanoTime() + timeout.toNanos();
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    boolean isPast() {
        return remaining().isZero();
    }

    /** Arranges for the connection to be cut; ends with {@link Watch#close}. */
    Watch watch(Connection connection, ScheduledExecutorService clock) {
        ScheduledFuture<?> alarm =
                clock.schedule(() -> cut(connection), remaining().toNanos(), TimeUnit.NANOSECONDS);
        return () -> release(alarm);
    }

    /** A connection under watch. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    private synchronized void release(ScheduledFuture<?> alarm) {
        over = true;
        alarm.cancel(false);
    }

    /** Never after the release: by then the connection may serve another question. */
    private synchronized void cut(Connection connection) {
        if (!over) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException alreadyGone) {
                over = true;
            }
        }
    }
}
