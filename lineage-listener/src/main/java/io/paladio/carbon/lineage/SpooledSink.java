package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.SinkHealth.Storage;
import io.paladio.carbon.lineage.spool.Spool;
import io.paladio.carbon.lineage.spool.SpoolCounts;
import io.paladio.carbon.lineage.spool.SpoolRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records on their way over the disk: a statement only puts its record into a bounded queue; one daemon thread writes what the queue
 * holds to the spool, and waits once for the disk for all of it; another sends what the spool holds. Where the disk fails, records
 * wait in the queue until it works again. Thread-safe.
 */
final class SpooledSink implements StatementSink {
    private static final Logger LOG = LoggerFactory.getLogger(SpooledSink.class);
    private static final int CAPACITY = 10_000;
    private static final int BATCH = 256;
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(20);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final String name;
    private final Rendering rendering;
    private final Spool spool;
    private final SpoolSender sender;
    private final BlockingQueue<StatementRecord> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final Thread worker;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicLong inHand = new AtomicLong();
    private final LongAdder lost = new LongAdder();

    private SpooledSink(String name, Rendering rendering, Spool spool, SpoolSender sender) {
        this.name = name;
        this.rendering = rendering;
        this.spool = spool;
        this.sender = sender;
        this.worker = new Thread(this::work, "carbon-" + name + "-spool");
        this.worker.setDaemon(true);
    }

    /** Starts both threads. The sink closes the spool. */
    static SpooledSink start(String name, Rendering rendering, Spool spool, SpoolSender sender) {
        SpooledSink sink = new SpooledSink(name, rendering, spool, sender);
        sink.worker.start();
        sender.start();
        return sink;
    }

    @Override
    public void accept(StatementRecord statement) {
        if (closing.getCount() == 0 || !queue.offer(statement)) {
            lose(rendering.each(), "the queue is full or closed");
        }
    }

    @Override
    public SinkCounts counts() {
        return counts(spool.counts());
    }

    private SinkCounts counts(SpoolCounts spooled) {
        long waiting = (long) queue.size() * rendering.each() + inHand.get() + spooled.waiting();
        return new SinkCounts(sender.sent(), lost.sum() + spooled.dropped() + spooled.damaged(), waiting);
    }

    @Override
    public Optional<SinkHealth> health() {
        SpoolCounts spooled = spool.counts();
        return Optional.of(new SinkHealth(
                name,
                Storage.SPOOL,
                counts(spooled),
                sender.refused(),
                sender.failures(),
                spooled.bytes(),
                spooled.oldest(),
                sender.receiver()));
    }

    @Override
    public void close() {
        if (closing.getCount() == 0) {
            return;
        }
        closing.countDown();
        try {
            worker.join(DRAIN.toMillis());
            worker.interrupt();
            worker.join(DRAIN.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        for (StatementRecord left = queue.poll(); left != null; left = queue.poll()) {
            lose(rendering.each(), "the sink was closed before it was written");
        }
        sender.close(DRAIN);
        closeSpool();
    }

    private void closeSpool() {
        try {
            spool.close();
        } catch (IOException failure) {
            LOG.warn("The spool of {} could not be closed: {}", name, Undelivered.reason(failure));
        }
    }

    private void work() {
        List<StatementRecord> batch = new ArrayList<>();
        try {
            while (closing.getCount() > 0 || !queue.isEmpty()) {
                Optional.ofNullable(queue.poll(50, TimeUnit.MILLISECONDS)).ifPresent(batch::add);
                queue.drainTo(batch, BATCH - batch.size());
                inHand.set((long) batch.size() * rendering.each());
                for (StatementRecord statement : batch) {
                    keep(statement);
                }
                sync(batch);
                batch.clear();
            }
        } catch (InterruptedException interrupted) {
            lose(inHand.getAndSet(0), "the disk did not answer in time at the end");
            Thread.currentThread().interrupt();
        }
    }

    // A linkage or memory error in a rendering must not end the thread: the next record may do.
    private void keep(StatementRecord statement) throws InterruptedException {
        int left = rendering.each();
        try {
            for (SpoolRecord record : rendering.of(statement)) {
                append(record);
                inHand.decrementAndGet();
                left--;
            }
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Throwable failure) {
            inHand.addAndGet(-left);
            lose(left, Undelivered.reason(failure));
        }
    }

    /** Tries until it is written; at the end of the application, once. */
    private void append(SpoolRecord record) throws InterruptedException, IOException {
        Backoff backoff = new Backoff(SHORTEST_WAIT, LONGEST_WAIT);
        while (true) {
            try {
                spool.append(record);
                return;
            } catch (IOException failure) {
                if (closing.await(backoff.next().toNanos(), TimeUnit.NANOSECONDS)) {
                    throw failure;
                }
            }
        }
    }

    private void sync(List<StatementRecord> batch) {
        try {
            if (!batch.isEmpty()) {
                spool.sync();
            }
        } catch (IOException failure) {
            LOG.warn(
                    "The spool of {} is written, but may not outlive the machine: {}",
                    name,
                    Undelivered.reason(failure));
        }
    }

    private void lose(long records, String reason) {
        lost.add(records);
        if (records > 0 && Long.bitCount(lost.sum() / rendering.each()) == 1) {
            LOG.warn("{} lost {} record(s) so far; the last one because of: {}", name, lost.sum(), reason);
        }
    }
}
