package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.lineage.StatementRecord.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SinksTest {
    private static final ConnectionSource NO_INDEX = () -> {
        throw new SQLException("password=hunter2 refused");
    };

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"new", "with a space", "with%20a percent"})
    void decision_records_are_appended_a_line_each_in_a_folder_that_is_made(String parent) throws IOException {
        Path file = folder.resolve(parent).resolve("decisions.jsonl");
        for (int start = 0; start < 2; start++) {
            StatementSink sink = decisions("file:" + file);
            sink.accept(Statements.query(new Outcome.Completed()));
            sink.close();
            assertThat(sink.counts()).isEqualTo(new SinkCounts(1, 0, 0));
        }

        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith("{\"format\":1,"));
    }

    @Test
    void many_threads_never_mix_their_lines() throws Exception {
        Path file = folder.resolve("decisions.jsonl");
        StatementSink sink = decisions("file:" + file);
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(number -> new Thread(() -> IntStream.range(0, 200)
                        .forEach(count -> sink.accept(Statements.of("p" + number, "s" + count)))))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        sink.close();

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1600).doesNotHaveDuplicates();
        for (String line : lines) {
            Schemas.assertHolds("decision-record.json", Schemas.JSON.readTree(line));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lineage.jsonl", "with a space.jsonl", "with%20a percent.jsonl"})
    void lineage_is_two_lines_a_statement(String name) throws IOException {
        Path file = folder.resolve(name);
        StatementSink sink = StatementSinks.openLineage(
                new LineageSettings(file.toUri().toString(), "carbon://face", PrincipalNames.of("plain")));
        sink.accept(Statements.query(new Outcome.Completed()));
        sink.close();

        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kafka", "file:", "file:\u0000", "FILE:/x", "indexes"})
    void an_unknown_decision_sink_stops_the_start(String sink) {
        assertRefused(() -> decisions(sink));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "kafka:topic",
                "file:",
                "file:/%zz",
                "http:",
                "https:///api",
                "ftp://collector",
                "http://user:secret@collector/",
                "http://collector/?key=secret",
                "https://collector/#x",
                "http://not an address"
            })
    void a_lineage_receiver_that_this_version_can_t_serve_stops_the_start(String uri) {
        assertRefused(() ->
                StatementSinks.openLineage(new LineageSettings(uri, "carbon://face", PrincipalNames.of("plain"))));
    }

    @Test
    void a_file_that_can_t_be_written_stops_the_start() throws IOException {
        Path occupied = Files.writeString(folder.resolve("occupied"), "");

        assertRefused(() -> decisions("file:" + occupied.resolve("decisions.jsonl")));
        assertRefused(() -> decisions("file:" + folder));
    }

    @Test
    void an_unknown_form_of_principals_stops_the_start() {
        assertRefused(() -> PrincipalNames.of("sha1"));
    }

    @Test
    void T33_an_index_that_is_down_is_counted_and_never_thrown() {
        StatementSink sink = decisions("index");
        sink.accept(Statements.of("bob", "s-1"));
        sink.close();

        assertThat(sink.counts()).isEqualTo(new SinkCounts(0, 1, 0));
    }

    @Test
    void none_keeps_nothing() {
        StatementSink sink = decisions("none");
        sink.accept(Statements.of("bob", "s-1"));
        sink.close();

        assertThat(sink.counts()).isEqualTo(new SinkCounts(0, 0, 0));
    }

    @Test
    void an_error_of_any_kind_in_a_writer_costs_one_record() {
        List<String> written = new ArrayList<>();
        QueuedSink sink = QueuedSink.start("test", new Delivery() {
            @Override
            public void deliver(StatementRecord statement) {
                if (statement.statementId().equals("bad")) {
                    throw new NoSuchMethodError("mismatch");
                }
                written.add(statement.statementId());
            }

            @Override
            public void close() throws IOException {
                throw new IOException("already gone");
            }
        });
        sink.accept(Statements.of("bob", "bad"));
        sink.accept(Statements.of("bob", "good"));
        sink.close();

        assertThat(written).containsExactly("good");
        assertThat(sink.counts()).isEqualTo(new SinkCounts(1, 1, 0));
    }

    @Test
    void a_writer_that_hangs_neither_holds_up_statements_nor_the_end() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        QueuedSink sink = QueuedSink.start(
                "test",
                new Delivery() {
                    @Override
                    public void deliver(StatementRecord statement) throws InterruptedException {
                        entered.countDown();
                        never.await();
                    }

                    @Override
                    public void close() {}
                },
                2,
                Duration.ofMillis(100));
        sink.accept(Statements.of("bob", "stuck"));
        entered.await();
        IntStream.range(0, 5).forEach(count -> sink.accept(Statements.of("bob", "s" + count)));

        assertThat(sink.counts()).isEqualTo(new SinkCounts(0, 3, 3));
        sink.close();
        sink.accept(Statements.of("bob", "late"));
        assertThat(sink.counts().lost()).isGreaterThanOrEqualTo(6);
    }

    private static StatementSink decisions(String sink) {
        return StatementSinks.decisions(sink, NO_INDEX, Optional.empty());
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable start) {
        assertThatThrownBy(start)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(CarbonCondition.CONFIG_INVALID));
    }
}
