package io.paladio.carbon.suite.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.platform.PlatformTokens;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SessionsProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * One run: policies and grants change one after the other in Postgres while sessions read without a pause, and after each COMMIT
 * those whom it concerns read the table, until one of them obeys it. Then comes the next change.
 */
final class FreshnessRun {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final long STEP_MILLIS = 20;

    private final Linked linked;
    private final FreshnessSize size;
    private final Random random;
    private final LoadModel model = new LoadModel(Map.of());
    private final LoadChecker checker = new LoadChecker(model);
    private final FreshnessWatch watch = new FreshnessWatch();
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();
    private final AtomicReference<Optional<SessionsProcess>> process = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<Throwable>> fault = new AtomicReference<>(Optional.empty());
    private Map<Integer, String> firstSnapshots = Map.of();
    private volatile boolean ending;

    private record Asked(Reader reader, LoadRead read) {}

    /** What came of it. */
    record Result(FreshnessWatch.Figures freshness, LoadChecker.Figures load, Optional<Throwable> fault) {}

    FreshnessRun(Linked linked, FreshnessSize size, long seed) {
        this.linked = linked;
        this.size = size;
        this.random = new Random(seed);
    }

    Result run() throws InterruptedException {
        LoadSize load = new LoadSize(size.busy(), size.readers(), size.tables(), PATIENCE);
        LoadIndex index = new LoadIndex(linked.index(), model, load, new Random(random.nextLong()));
        index.introduce();
        firstSnapshots = new LoadTables(linked.engine()).make(size.tables());
        index.begin();
        try (SessionsProcess sessions = SessionsProcess.start(linked.engine(), this::listen)) {
            process.set(Optional.of(sessions));
            open(sessions);
            int shown = 0;
            while (shown < size.changes() && fault.get().isEmpty() && !watch.isStale()) {
                shown += isSeen(index) ? 1 : 0;
            }
            ending = true;
            awaitSilence();
        }
        return new Result(watch.figures(), checker.figures(), fault.get());
    }

    private void open(SessionsProcess sessions) {
        List<Reader> readers =
                IntStream.range(0, size.readers()).mapToObj(Reader::number).toList();
        readers.forEach(reader -> open(sessions, probe(reader), reader));
        for (int number = 0; number < size.busy(); number++) {
            open(sessions, busy(number), readers.get(number % readers.size()));
        }
        for (int number = 0; number < size.busy(); number++) {
            ask(busy(number), readers.get(number % readers.size()), next());
        }
    }

    private void open(SessionsProcess sessions, String session, Reader reader) {
        sessions.open(session, PlatformTokens.of(linked.engine().platform().issuer(), reader.name()));
    }

    /** Makes a change and waits until a statement obeys it; false where nobody could tell it from what was before. */
    private boolean isSeen(LoadIndex index) throws InterruptedException {
        watch.close();
        index.change();
        LoadModel.Change change = model.lastChange();
        if (telling(change).isEmpty()) {
            return false;
        }
        CountDownLatch seen = watch.committed(change);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            telling(change).stream()
                    .filter(reader -> !asked.containsKey(probe(reader)))
                    .forEach(reader -> ask(probe(reader), reader, whole(change)));
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("nobody obeys a change: " + watch.figures());
            }
        } while (!seen.await(STEP_MILLIS, TimeUnit.MILLISECONDS) && !watch.isStale());
        return true;
    }

    private List<Reader> telling(LoadModel.Change change) {
        return change.tables().isEmpty()
                ? List.of()
                : IntStream.range(0, size.readers())
                        .mapToObj(Reader::number)
                        .filter(reader -> FreshnessWatch.tells(reader, whole(change), change))
                        .toList();
    }

    private static LoadRead whole(LoadModel.Change change) {
        return LoadRead.whole(change.tables().get(0));
    }

    private void awaitSilence() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!asked.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(STEP_MILLIS));
        }
    }

    private void listen(JsonNode answer) {
        try {
            String session = answer.path("session").asText();
            Asked was = asked.remove(session);
            checker.check(was.reader(), was.read(), answer);
            watch.check(was.reader(), was.read(), answer);
            if (session.startsWith("busy") && !ending) {
                ask(session, was.reader(), next());
            }
        } catch (RuntimeException | Error failure) {
            fault.set(Optional.of(failure));
            throw failure;
        }
    }

    private void ask(String session, Reader reader, LoadRead read) {
        asked.put(session, new Asked(reader, read));
        process.get().orElseThrow().run(session, read.sql());
    }

    private synchronized LoadRead next() {
        return LoadRead.any(firstSnapshots, random);
    }

    private static String busy(int number) {
        return "busy" + number;
    }

    private static String probe(Reader reader) {
        return "probe-" + reader.name();
    }
}
