package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.SinkHealth.Storage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded queue and one daemon thread between statements and a place that may be slow, full or broken. A record that can't be
 * kept is counted and logged; no statement waits or fails for it. Thread-safe.
 */
final class QueuedSink implements StatementSink {
    private static final Logger LOG = LoggerFactory.getLogger(QueuedSink.class);
    private static final int CAPACITY = 10_000;
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final String name;
    private final BlockingQueue<StatementRecord> queue;
    private final Delivery delivery;
    private final Thread worker;
    private final Duration drain;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private volatile String receiver = "not asked yet";

    private QueuedSink(String name, Delivery delivery, int capacity, Duration drain) {
        this.name = name;
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.delivery = delivery;
        this.drain = drain;
        this.worker = new Thread(this::work, "carbon-" + name);
        this.worker.setDaemon(true);
    }

    static QueuedSink start(String name, Delivery delivery) {
        return start(name, delivery, CAPACITY, DRAIN);
    }

    static QueuedSink start(String name, Delivery delivery, int capacity, Duration drain) {
        QueuedSink sink = new QueuedSink(name, delivery, capacity, drain);
        sink.worker.start();
        return sink;
    }

    @Override
    public void accept(StatementRecord statement) {
        accepted.increment();
        if (closed.get() || !queue.offer(statement)) {
            lose("the queue is full or closed");
        }
    }

    @Override
    public SinkCounts counts() {
        long written = delivered.sum();
        long dropped = lost.sum();
        return new SinkCounts(written, dropped, Math.max(0, accepted.sum() - written - dropped));
    }

    @Override
    public Optional<SinkHealth> health() {
        return Optional.of(
                new SinkHealth(name, Storage.MEMORY, counts(), 0, lost.sum(), 0, Optional.empty(), receiver));
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            worker.join(drain.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        // A worker that still writes after the bound is stuck: it is told to give up, and what waits is lost, which is
        // counted.
        worker.interrupt();
        for (StatementRecord left = queue.poll(); left != null; left = queue.poll()) {
            lose("the sink was closed before it was written");
        }
    }

    private void work() {
        try {
            while (!closed.get() || !queue.isEmpty()) {
                next().ifPresent(this::write);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            closeDelivery();
        }
    }

    private Optional<StatementRecord> next() throws InterruptedException {
        return Optional.ofNullable(queue.poll(50, TimeUnit.MILLISECONDS));
    }

    // A linkage or memory error in a writer must not end the thread: the next record may do.
    private void write(StatementRecord statement) {
        try {
            delivery.deliver(statement);
            delivered.increment();
            receiver = "answering";
        } catch (Throwable failure) {
            receiver = "failing: " + Undelivered.reason(failure);
            lose(Undelivered.reason(failure));
        }
    }

    private void lose(String reason) {
        lost.increment();
        long total = lost.sum();
        if (Long.bitCount(total) == 1) {
            LOG.warn("{} lost {} record(s) so far; the last one because of: {}", worker.getName(), total, reason);
        }
    }

    private void closeDelivery() {
        try {
            delivery.close();
        } catch (Exception failure) {
            LOG.warn(
                    "{} could not be closed: {}",
                    worker.getName(),
                    failure.getClass().getSimpleName());
        }
    }
}
