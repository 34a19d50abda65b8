package io.paladio.carbon.lineage;

import io.paladio.carbon.lineage.Carrier.Fate;
import io.paladio.carbon.lineage.Carrier.Kind;
import io.paladio.carbon.lineage.spool.Spool;
import io.paladio.carbon.lineage.spool.SpoolEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that brings the records of a spool to their receiver, each until it is taken: what fails is tried again, after
 * longer and longer waits. A record that will never be taken is set aside, so that the others get past it. Thread-safe.
 */
final class SpoolSender {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolSender.class);
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final Spool spool;
    private final Carrier carrier;
    private final SetAside setAside;
    private final Backoff backoff;
    private final Thread worker;
    private final Set<SpoolEntry> arrived = new HashSet<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final LongAdder sent = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile String receiver = "not asked yet";

    SpoolSender(String name, Spool spool, Carrier carrier, SetAside setAside, Backoff backoff) {
        this.spool = spool;
        this.carrier = carrier;
        this.setAside = setAside;
        this.backoff = backoff;
        this.worker = new Thread(this::work, name);
        this.worker.setDaemon(true);
    }

    void start() {
        worker.start();
    }

    /** Records that the receiver has, or will never take. */
    long sent() {
        return sent.sum();
    }

    /** Records that it will never take. */
    long refused() {
        return refused.sum();
    }

    /** Attempts that failed. */
    long failures() {
        return failures.sum();
    }

    /** How the latest attempt went. */
    String receiver() {
        return receiver;
    }

    /** Sends what waits, until an attempt fails or the time is over; the rest stays where it is. */
    void close(Duration patience) {
        closing.countDown();
        try {
            worker.join(patience.toMillis());
            worker.interrupt();
            worker.join(patience.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = step();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether to go on. A linkage or memory error must not end the thread: the next attempt may go well. */
    private boolean step() throws InterruptedException {
        try {
            boolean isClosing = closing.getCount() == 0;
            List<SpoolEntry> next = spool.next(carrier.most(), isClosing ? Duration.ZERO : PATIENCE);
            Optional<String> failure = next.isEmpty() ? Optional.empty() : attempt(next);
            return failure.isPresent() ? isWorthAnother(failure.get()) : !(isClosing && next.isEmpty());
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Throwable failure) {
            return isWorthAnother(Undelivered.reason(failure));
        }
    }

    private boolean isWorthAnother(String failure) throws InterruptedException {
        failed(failure);
        return !closing.await(backoff.next().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Why one of them has not arrived, if one has not. */
    private Optional<String> attempt(List<SpoolEntry> waiting) throws InterruptedException {
        // What was given up meanwhile, for want of room, does not come again.
        arrived.retainAll(waiting);
        List<SpoolEntry> due =
                waiting.stream().filter(entry -> !arrived.contains(entry)).toList();
        List<Fate> fates = carrier.carry(due.stream().map(SpoolEntry::record).toList());
        for (int place = 0; place < due.size(); place++) {
            if (fates.get(place).kind() != Kind.FAILED) {
                arrived(due.get(place), fates.get(place));
            }
        }
        take(waiting.stream().takeWhile(arrived::contains).toList());
        Optional<String> failure = fates.stream()
                .filter(fate -> fate.kind() == Kind.FAILED)
                .map(Fate::reason)
                .findFirst();
        if (failure.isEmpty()) {
            receiver = "answering";
        }
        return failure;
    }

    private void arrived(SpoolEntry entry, Fate fate) {
        if (fate.kind() == Kind.REFUSED) {
            setAside.add(entry.record().text());
            refused.increment();
            tell(refused.sum(), "record(s) set aside, that will never be taken", fate.reason());
        }
        arrived.add(entry);
        backoff.reset();
    }

    // What has arrived is not sent again, whether or not that can be written down.
    private void take(List<SpoolEntry> first) {
        sent.add(first.size());
        try {
            spool.delivered(first);
        } catch (IOException failure) {
            failed(Undelivered.reason(failure));
        }
        first.forEach(arrived::remove);
    }

    private void failed(String reason) {
        failures.increment();
        receiver = "failing: " + reason;
        tell(failures.sum(), "attempt(s) failed; records wait on disk", reason);
    }

    private void tell(long count, String what, String reason) {
        if (Long.bitCount(count) == 1) {
            LOG.warn("{}: {} {} so far; the last one because of: {}", worker.getName(), count, what, reason);
        }
    }
}
