package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.index.jdbc.IndexSchema;
import io.paladio.carbon.lineage.spool.Spool;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** S24: decision records on their way into a real Postgres. */
@Timeout(60)
class DecisionSpoolTest {
    private static EmbeddedPostgres postgres;

    @TempDir
    private Path folder;

    private final AtomicBoolean down = new AtomicBoolean();
    private final AtomicInteger calls = new AtomicInteger();
    private final Semaphore refusals = new Semaphore(0);

    @BeforeAll
    static void start() throws Exception {
        postgres = EmbeddedPostgres.builder().start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
            IndexSchema.migrate(connection);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE carbon_index.decisions");
        }
    }

    @Test
    void S24_records_wait_while_index_is_down_and_then_come_many_at_once() throws Exception {
        down.set(true);
        StatementSink sink = sink();
        for (int statement = 0; statement < 1_000; statement++) {
            sink.accept(Statements.of("bob", "s-" + statement));
        }
        refusals.acquire(2);
        assertThat(count()).isZero();
        assertThat(sink.health().map(SinkHealth::receiver)).contains("failing: code 08006");
        down.set(false);
        await(() -> sink.counts().delivered() == 1_000);
        sink.close();

        assertThat(count()).isEqualTo(1_000);
        assertThat(sink.counts()).isEqualTo(new SinkCounts(1_000, 0, 0));
        assertThat(calls.get()).isLessThan(200);
    }

    @Test
    void S24_records_of_a_process_that_ended_are_recorded_by_the_next() throws Exception {
        down.set(true);
        StatementSink first = sink();
        first.accept(Statements.of("bob", "s-1"));
        refusals.acquire();
        first.close();
        assertThat(first.counts()).isEqualTo(new SinkCounts(0, 0, 1));

        down.set(false);
        StatementSink second = sink();
        await(() -> second.counts().delivered() == 1);
        second.close();
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void S24_a_record_that_is_sent_again_is_kept_once() throws Exception {
        StatementSink sink = sink();
        sink.accept(Statements.of("bob", "s-1"));
        await(() -> sink.counts().delivered() == 1);
        sink.close();
        Files.delete(folder.resolve("delivered"));
        StatementSink again = sink();
        again.accept(Statements.of("bob", "s-1"));
        again.accept(Statements.of("alice", "s-1"));
        await(() -> again.counts().delivered() >= 2);
        again.close();
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void S24_a_record_that_postgres_can_t_hold_is_set_aside_and_its_neighbours_are_kept() throws Exception {
        down.set(true);
        StatementSink sink = sink();
        sink.accept(Statements.of("bob", "s-1"));
        sink.accept(Statements.of("bob", "s-\u0000"));
        sink.accept(Statements.of("bob", "s-3"));
        refusals.acquire();
        await(() -> sink.counts().waiting() == 3);
        down.set(false);
        await(() -> sink.counts().delivered() == 3);
        sink.close();

        assertThat(count()).isEqualTo(2);
        assertThat(sink.health().map(SinkHealth::setAside)).contains(1L);
        assertThat(Files.readAllLines(folder.resolve("set-aside.jsonl"))).hasSize(1);
    }

    private StatementSink sink() throws IOException {
        Spool spool = Spool.open(folder, 64 << 20);
        return SpooledSink.start(
                "decisions",
                Rendering.decision(),
                spool,
                new SpoolSender(
                        "test-sender",
                        spool,
                        new DecisionDatabase(this::connection),
                        new SetAside(folder.resolve("set-aside.jsonl")),
                        new Backoff(Duration.ofMillis(1), Duration.ofMillis(20))));
    }

    private Connection connection() throws SQLException {
        calls.incrementAndGet();
        if (down.get()) {
            refusals.release();
            throw new SQLException("password=hunter2 refused", "08006");
        }
        return postgres.getPostgresDatabase().getConnection();
    }

    private static int count() throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM carbon_index.decisions")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
