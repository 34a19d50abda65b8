package io.paladio.carbon.lineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.lineage.TestReceiver.Answer;
import io.paladio.carbon.lineage.spool.Spool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SpooledSinkTest {
    private static final Duration DEADLINE = Duration.ofMillis(500);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            names = {
                "REFUSE_401",
                "FAIL_503",
                "MOVED_301",
                "GARBAGE",
                "CLOSE_AT_ONCE",
                "CLOSE_IN_THE_MIDDLE",
                "SAY_NOTHING",
                "NEVER_END"
            })
    void whatever_the_receiver_does_an_event_waits_until_it_is_taken(Answer fault) throws Exception {
        try (TestReceiver receiver = new TestReceiver(number -> number < 2 ? fault : Answer.TAKE)) {
            StatementSink sink = sink(receiver.uri(), DEADLINE);
            sink.accept(Statements.of("bob", "s-1"));
            receiver.awaitTaken(2);
            sink.close();

            assertThat(types(receiver)).containsExactly("START", "COMPLETE");
            assertThat(sink.counts()).isEqualTo(new SinkCounts(2, 0, 0));
            assertThat(health(sink).failures()).isEqualTo(2);
            assertThat(health(sink).receiver()).isEqualTo("answering");
        }
    }

    @Test
    void an_event_that_is_never_taken_is_set_aside_and_holds_up_no_other() throws Exception {
        try (TestReceiver receiver = new TestReceiver(number -> number == 0 ? Answer.REFUSE_400 : Answer.TAKE)) {
            StatementSink sink = sink(receiver.uri(), DEADLINE);
            sink.accept(Statements.of("bob", "s-1"));
            receiver.awaitTaken(1);
            sink.close();

            assertThat(types(receiver)).containsExactly("COMPLETE");
            assertThat(health(sink).setAside()).isEqualTo(1);
            assertThat(health(sink).failures()).isZero();
            assertThat(Files.readAllLines(folder.resolve("set-aside.jsonl")))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("\"START\""));
        }
    }

    @Test
    void what_nobody_took_is_there_for_the_next_start_and_is_not_lost() throws Exception {
        try (TestReceiver down = new TestReceiver(number -> Answer.FAIL_503)) {
            StatementSink sink = sink(down.uri(), DEADLINE);
            sink.accept(Statements.of("bob", "s-1"));
            sink.accept(Statements.of("bob", "s-2"));
            down.awaitRequests(1);
            sink.close();
            assertThat(sink.counts()).isEqualTo(new SinkCounts(0, 0, 4));
            assertThat(health(sink).receiver()).isEqualTo("failing: status 503");
            assertThat(health(sink).oldest()).isPresent();
        }
        try (TestReceiver up = new TestReceiver(number -> Answer.TAKE)) {
            StatementSink sink = sink(up.uri(), DEADLINE);
            up.awaitTaken(4);
            sink.close();
            assertThat(types(up)).containsExactly("START", "START", "COMPLETE", "COMPLETE");
        }
    }

    @Test
    void T33_a_receiver_that_hangs_costs_a_statement_nothing() throws Exception {
        try (TestReceiver silent = new TestReceiver(number -> Answer.SAY_NOTHING)) {
            StatementSink sink = sink(silent.uri(), Duration.ofSeconds(30));
            sink.accept(Statements.of("bob", "first"));
            silent.awaitRequests(1);
            long[] nanos = new long[5_000];
            for (int statement = 0; statement < nanos.length; statement++) {
                StatementRecord record = Statements.of("bob", "s-" + statement);
                long started = System.nanoTime();
                sink.accept(record);
                nanos[statement] = System.nanoTime() - started;
            }
            Arrays.sort(nanos);
            assertThat(Duration.ofNanos(nanos[nanos.length * 99 / 100])).isLessThan(Duration.ofMillis(5));
            await(() -> health(sink).counts().waiting() == 10_002);
            silent.close();
            sink.close();
            assertThat(sink.counts()).isEqualTo(new SinkCounts(0, 0, 10_002));
        }
    }

    @Test
    void while_the_disk_fails_records_wait_in_memory() throws Exception {
        Semaphore requests = new Semaphore(0);
        try (TestReceiver receiver = new TestReceiver(number -> {
            requests.release();
            return Answer.TAKE;
        })) {
            Path place = folder.resolve("spool");
            StatementSink sink = sink(place, 32 * 100, receiver.uri(), DEADLINE);
            sink.accept(Statements.of("bob", "s-1"));
            requests.acquire(2);
            Path away = Files.move(place, folder.resolve("away"));
            sink.accept(Statements.of("bob", "s-2"));
            assertThat(sink.counts().lost()).isZero();
            Files.move(away, place);
            receiver.awaitTaken(4);
            sink.close();
            assertThat(sink.counts()).isEqualTo(new SinkCounts(4, 0, 0));
        }
    }

    @Test
    void the_token_is_read_anew_for_each_request_and_no_request_is_sent_without_it() throws Exception {
        Path token = folder.resolve("token");
        try (TestReceiver receiver = new TestReceiver(number -> Answer.TAKE)) {
            StatementSink sink = StatementSinks.openLineage(new LineageSettings(
                    receiver.uri() + "/events",
                    "carbon://face",
                    PrincipalNames.of("plain"),
                    Optional.of(token),
                    Optional.of(new SpoolSettings(folder, 1 << 20))));
            sink.accept(Statements.of("bob", "s-1"));
            await(() -> health(sink).receiver().equals("failing: the token file can't be read"));
            write(token, "one\n");
            receiver.awaitTaken(2);
            write(token, "two");
            sink.accept(Statements.of("bob", "s-2"));
            receiver.awaitTaken(4);
            sink.close();

            List<String> heads =
                    receiver.taken().stream().map(TestReceiver.Request::head).toList();
            assertThat(heads)
                    .allSatisfy(head -> assertThat(head)
                            .startsWith("POST /events HTTP/1.1")
                            .containsIgnoringCase("Content-Type: application/json"));
            assertThat(heads.get(0)).contains("Bearer one\r\n");
            assertThat(heads.get(3)).contains("Bearer two\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/"})
    void a_server_alone_is_posted_to_where_receivers_of_openlineage_listen(String path) throws Exception {
        try (TestReceiver receiver = new TestReceiver(number -> Answer.TAKE)) {
            StatementSink sink = StatementSinks.openLineage(
                    new LineageSettings(receiver.uri() + path, "carbon://face", PrincipalNames.of("plain")));
            sink.accept(Statements.of("bob", "s-1"));
            receiver.awaitTaken(2);
            sink.close();

            assertThat(receiver.taken().get(0).head()).startsWith("POST /api/v1/lineage HTTP/1.1\r\n");
            assertThat(health(sink).storage()).isEqualTo(SinkHealth.Storage.MEMORY);
        }
    }

    @Test
    void a_folder_that_another_application_has_stops_the_start() throws Exception {
        try (Spool taken = Spool.open(folder.resolve("lineage"), 1 << 20)) {
            assertThat(taken.counts().waiting()).isZero();
            assertThatThrownBy(this::start)
                    .hasMessageContaining("CARBON_CONFIG_INVALID")
                    .hasMessageContaining("spark.carbon.lineage.spool-dir")
                    .hasMessageContaining("another application");
        }
        start().close();
    }

    @Test
    void a_folder_that_can_t_be_made_stops_the_start() throws Exception {
        Files.writeString(folder.resolve("lineage"), "");
        assertThatThrownBy(this::start)
                .hasMessageContaining("CARBON_CONFIG_INVALID")
                .hasMessageContaining("spark.carbon.lineage.spool-dir");
    }

    @Test
    void nothing_that_is_told_of_a_failure_holds_an_address() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        StatementSink sink = sink("http://127.0.0.1:" + port, DEADLINE);
        sink.accept(Statements.of("bob", "s-1"));
        await(() -> health(sink).failures() > 0);
        sink.close();
        assertThat(health(sink).receiver()).isEqualTo("failing: no connection");
    }

    private StatementSink start() {
        return StatementSinks.openLineage(new LineageSettings(
                "http://127.0.0.1:1",
                "carbon://face",
                PrincipalNames.of("plain"),
                Optional.empty(),
                Optional.of(new SpoolSettings(folder, 1 << 20))));
    }

    private StatementSink sink(String uri, Duration deadline) throws IOException {
        return sink(folder, 64 << 20, uri, deadline);
    }

    private static StatementSink sink(Path folder, long maxBytes, String uri, Duration deadline) throws IOException {
        LineageSettings settings = new LineageSettings(uri, "carbon://face", PrincipalNames.of("plain"));
        Spool spool = Spool.open(folder, maxBytes);
        Carrier receiver = new HttpReceiver(ReceiverAddress.of(uri).orElseThrow(), Optional.empty(), deadline);
        return SpooledSink.start(
                "lineage",
                Rendering.run(settings),
                spool,
                new SpoolSender(
                        "test-sender",
                        spool,
                        receiver,
                        new SetAside(folder.resolve("set-aside.jsonl")),
                        new Backoff(Duration.ofMillis(1), Duration.ofMillis(20))));
    }

    private static SinkHealth health(StatementSink sink) {
        return sink.health().orElseThrow();
    }

    private static void write(Path file, String text) throws IOException {
        Path beside = Files.writeString(file.resolveSibling("beside"), text);
        Files.move(beside, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    private static List<String> types(TestReceiver receiver) throws IOException {
        List<String> types = new ArrayList<>();
        for (TestReceiver.Request request : receiver.taken()) {
            JsonNode event = Schemas.JSON.readTree(request.body());
            types.add(event.path("eventType").asText());
        }
        return types;
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
