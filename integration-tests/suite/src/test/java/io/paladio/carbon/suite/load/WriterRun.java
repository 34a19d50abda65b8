package io.paladio.carbon.suite.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.Lab;
import io.paladio.carbon.suite.fixture.SessionsProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.catalog.TableIdentifier;

/** One run: writers that write without a pause to the same tables, and compactions beside them. */
final class WriterRun {
    private static final Duration BETWEEN_COMPACTIONS = Duration.ofMillis(1500);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** The ways in which Iceberg changes rows. */
    private static final Map<String, String> TABLES = Map.of(
            "concurrent_cow",
            Lab.changedBy("copy-on-write"),
            "concurrent_mor",
            Lab.changedBy("merge-on-read") + ", 'format-version'='3'");

    private final Engine engine;
    private final Random random;
    private final WriterFigures figures = new WriterFigures();
    private final List<WrittenTable> tables = new ArrayList<>();
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();
    private final CountDownLatch idle = new CountDownLatch(Writer.ALL.size());
    private final AtomicReference<SessionsProcess> process = new AtomicReference<>();
    private volatile boolean ending;

    private record Asked(Writer writer, Written statement) {}

    WriterRun(Engine engine, long seed) {
        this.engine = engine;
        this.random = new Random(seed);
    }

    WriterFigures run(Duration time) throws InterruptedException {
        TABLES.forEach(this::make);
        ScheduledExecutorService compactions = Executors.newSingleThreadScheduledExecutor();
        try (SessionsProcess sessions = SessionsProcess.start(engine, this::listen)) {
            process.set(sessions);
            Writer.ALL.forEach(writer -> sessions.open(writer.principal(), engine.token(writer.principal())));
            Writer.ALL.forEach(this::ask);
            long pause = BETWEEN_COMPACTIONS.toMillis();
            compactions.scheduleAtFixedRate(this::compact, pause, pause, TimeUnit.MILLISECONDS);
            idle.await(time.toMillis(), TimeUnit.MILLISECONDS);
            ending = true;
            if (!idle.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("statements hang: " + asked.values());
            }
        } finally {
            compactions.shutdown();
        }
        if (!compactions.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("a compaction hangs");
        }
        tables.forEach(this::compare);
        return figures;
    }

    private void make(String name, String properties) {
        WrittenTable table =
                new WrittenTable(Lab.empty(engine, name, properties).name());
        must("INSERT INTO " + table.name() + " SELECT /*+ COALESCE(1) */ * FROM VALUES " + table.filled());
        tables.add(table);
    }

    private void listen(JsonNode answer) {
        Asked was = asked.remove(answer.path("session").asText());
        figures.count(was.writer(), was.statement(), new Answer(was.statement().sql(), answer));
        if (ending) {
            idle.countDown();
        } else {
            ask(was.writer());
        }
    }

    private void ask(Writer writer) {
        Written statement = next(writer);
        asked.put(writer.principal(), new Asked(writer, statement));
        process.get().run(writer.principal(), statement.sql());
    }

    private synchronized Written next(Writer writer) {
        return writer.next(tables.get(random.nextInt(tables.size())), random);
    }

    private void compact() {
        for (String name : TABLES.keySet()) {
            figures.compacted(
                    Compaction.of(engine.platform().face().catalog().loadTable(TableIdentifier.of("lab", name))));
        }
    }

    private void compare(WrittenTable table) {
        figures.compare(
                table,
                must("SELECT id, name, dept, salary, ssn FROM " + table.name() + " ORDER BY id")
                        .rows());
    }

    private Answer must(String sql) {
        Answer answer = engine.as("alice").sql(sql);
        if (answer.isError()) {
            throw new IllegalStateException(answer.toString());
        }
        return answer;
    }
}
