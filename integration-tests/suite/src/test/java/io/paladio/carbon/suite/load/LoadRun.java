package io.paladio.carbon.suite.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.platform.PlatformTokens;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.SessionsProcess;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** One run: tables, sessions that read without a pause, policies that change twice a second, every answer checked. */
final class LoadRun {
    private static final Duration BETWEEN_CHANGES = Duration.ofMillis(500);
    private static final Duration WARM = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Linked linked;
    private final LoadSize size;
    private final Random random;
    private final LoadModel model = new LoadModel(Map.of());
    private final LoadChecker checker = new LoadChecker(model);
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();
    private final CountDownLatch idle;
    private final AtomicReference<Optional<Throwable>> fault = new AtomicReference<>(Optional.empty());
    private Map<Integer, String> firstSnapshots = Map.of();
    private volatile boolean ending;

    private record Asked(Reader reader, LoadRead read) {}

    /** What came of it. */
    record Result(LoadChecker.Figures figures, int changes, Optional<HeapGrowth> heap, Optional<Throwable> fault) {}

    /** The server's live heap, in bytes. */
    record HeapGrowth(long afterOneMinute, long atEnd) {
        double ratio() {
            return (double) atEnd / afterOneMinute;
        }
    }

    LoadRun(Linked linked, LoadSize size, long seed) {
        this.linked = linked;
        this.size = size;
        this.random = new Random(seed);
        this.idle = new CountDownLatch(size.sessions());
    }

    Result run() throws InterruptedException {
        LoadIndex index = new LoadIndex(linked.index(), model, size, new Random(random.nextLong()));
        index.introduce();
        firstSnapshots = new LoadTables(linked.engine()).make(size.tables());
        index.begin();
        ScheduledExecutorService changes = Executors.newSingleThreadScheduledExecutor();
        try (SessionsProcess sessions = SessionsProcess.start(linked.engine(), this::listen)) {
            process.set(sessions);
            open(sessions);
            changes.scheduleAtFixedRate(guarded(index::change), 0, BETWEEN_CHANGES.toMillis(), TimeUnit.MILLISECONDS);
            Optional<HeapGrowth> heap = working();
            return new Result(checker.figures(), model.changes(), heap, fault.get());
        } finally {
            changes.shutdownNow();
        }
    }

    private final AtomicReference<SessionsProcess> process = new AtomicReference<>();

    private void open(SessionsProcess sessions) {
        for (int session = 0; session < size.sessions(); session++) {
            Reader reader = Reader.number(session % size.readers());
            sessions.open(
                    "s" + session, PlatformTokens.of(linked.engine().platform().issuer(), reader.name()));
        }
        for (int session = 0; session < size.sessions(); session++) {
            ask("s" + session, Reader.number(session % size.readers()));
        }
    }

    private Optional<HeapGrowth> working() throws InterruptedException {
        Optional<Long> warm = Optional.empty();
        Duration left = size.time();
        if (left.compareTo(WARM) > 0) {
            idle.await(WARM.toMillis(), TimeUnit.MILLISECONDS);
            warm = Optional.of(LiveHeap.bytes(linked.engine().server().pid()));
            left = left.minus(WARM);
        }
        idle.await(left.toMillis(), TimeUnit.MILLISECONDS);
        ending = true;
        if (!idle.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("statements hang: " + asked.values());
        }
        return warm.map(bytes ->
                new HeapGrowth(bytes, LiveHeap.bytes(linked.engine().server().pid())));
    }

    private void listen(JsonNode answer) {
        guarded(() -> {
                    String session = answer.path("session").asText();
                    Asked was = asked.remove(session);
                    checker.check(was.reader(), was.read(), answer);
                    if (ending) {
                        idle.countDown();
                    } else {
                        ask(session, was.reader());
                    }
                })
                .run();
    }

    private void ask(String session, Reader reader) {
        LoadRead read = next();
        asked.put(session, new Asked(reader, read));
        process.get().run(session, read.sql());
    }

    private synchronized LoadRead next() {
        return LoadRead.any(firstSnapshots, random);
    }

    private Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (RuntimeException | Error failure) {
                fault.set(Optional.of(failure));
                throw failure;
            }
        };
    }
}
