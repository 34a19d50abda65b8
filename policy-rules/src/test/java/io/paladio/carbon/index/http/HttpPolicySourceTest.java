package io.paladio.carbon.index.http;

import static io.paladio.carbon.index.Refusals.assertIndexUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S22, T33: Index behind a real HTTP server, asked as the engine asks; and every way in which it does not answer. */
class HttpPolicySourceTest {
    private static final Securable TABLE = Securable.table("carbon", "hr", "t");
    /** Longer than any answer here takes, however busy the machine is. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final String ANSWER = """
            {"format": 1, "as-of": "2026-11-29T10:00:00Z", "epoch": 7,
             "principal": {"name": "%s", "groups": ["de"], "attributes": {"region": "EÜ"}},
             "tables": [{"securable": "carbon.hr.t", "etag": "e1", "access": "granted", "tags": {}, "column-tags": {},
                         "policies": [%s]}]}""";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger questions = new AtomicInteger();
    private volatile String lastQuestion = "";
    private volatile List<String> authorization = List.of();
    private volatile HttpHandler index = exchange -> answer(exchange, 200, ANSWER.formatted("alice", ""));
    private HttpServer server;
    private HttpPolicySource source;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            questions.incrementAndGet();
            lastQuestion = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            authorization = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
            index.handle(exchange);
        });
        server.start();
        source = source(Optional.empty());
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void one_question_is_one_request_and_its_answer_is_read_as_any_other() {
        ResolveAnswer answer = source.resolve(request("alice"));

        assertThat(answer.principal().attributes()).isEqualTo(Map.of("region", "EÜ"));
        assertThat(answer.tables().get(TABLE).access()).isEqualTo(Access.GRANTED);
        assertThat(questions).hasValue(1);
        assertThat(lastQuestion).contains("\"principal\":\"alice\"", "\"securables\":[\"carbon.hr.t\"]");
        assertThat(authorization).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/index", "/index//"})
    void the_path_is_the_address_and_v1_resolve(String base) {
        index = exchange -> answer(
                exchange,
                exchange.getRequestURI().getPath().equals(base.replaceAll("/+$", "") + "/v1/resolve") ? 200 : 404,
                ANSWER.formatted("alice", ""));
        HttpPolicySource there = new HttpPolicySource(uri(base), Optional.empty(), TIMEOUT);

        assertThat(there.resolve(request("alice")).epoch()).isEqualTo(7);
    }

    @Test
    void S22_what_has_not_changed_need_not_be_sent_again_and_index_is_asked_all_the_same() {
        ResolveAnswer first = source.resolve(request("alice"));
        index = exchange -> answer(exchange, 200, """
                {"format": 1, "as-of": "2026-11-29T10:00:00Z", "epoch": 8,
                 "principal": {"name": "alice", "groups": [], "attributes": {}},
                 "tables": [{"securable": "carbon.hr.t", "etag": "e1", "unchanged": true, "access": "granted"}]}""");

        assertThat(source.resolve(request("alice")).tables().get(TABLE))
                .isSameAs(first.tables().get(TABLE));
        assertThat(lastQuestion).contains("\"known-etags\":{\"carbon.hr.t\":\"e1\"}");
        assertThat(questions).hasValue(2);
    }

    @Test
    void the_token_is_sent_and_a_new_one_is_taken_without_a_restart(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "first\n");
        HttpPolicySource known = source(Optional.of(file));
        known.resolve(request("alice"));
        assertThat(authorization).containsExactly("Bearer first");

        Files.writeString(file, "second");
        known.resolve(request("alice"));
        assertThat(authorization).containsExactly("Bearer second");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''|holds no token", "two words|holds no token", "tök|holds no token"})
    void a_token_file_without_a_token_asks_nobody(String text, String says, @TempDir Path folder) throws IOException {
        HttpPolicySource known = source(Optional.of(Files.writeString(folder.resolve("token"), text)));

        assertIndexUnavailable(() -> known.resolve(request("alice")), says);
        assertIndexUnavailable(
                () -> source(Optional.of(folder.resolve("none"))).resolve(request("alice")), "can't be read");
        assertThat(questions).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 204, 301, 302, 307, 308, 400, 401, 403, 404, 429, 500, 502, 503})
    void T33_any_status_but_200_is_refused_and_no_redirect_is_followed(int status) {
        index = exchange -> {
            exchange.getResponseHeaders().set("Location", uri("/elsewhere").toString());
            answer(exchange, status, ANSWER.formatted("alice", ""));
        };

        assertIndexUnavailable(() -> source.resolve(request("alice")), "status " + status);
        assertThat(questions).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "null", "half {", "<html>", "{\"format\": 2}"})
    void T33_nonsense_is_refused(String text) {
        index = exchange -> answer(exchange, 200, text);

        assertIndexUnavailable(() -> source.resolve(request("alice")), "nonsense");
    }

    @Test
    void T33_an_answer_about_somebody_else_is_refused() {
        index = exchange -> answer(exchange, 200, ANSWER.formatted("root", ""));

        assertIndexUnavailable(() -> source.resolve(request("alice")), "another principal");
    }

    @Test
    void T33_an_answer_that_is_no_utf_8_is_refused() {
        index = exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {(byte) 0xc3, 0x28});
            exchange.close();
        };

        assertIndexUnavailable(() -> source.resolve(request("alice")), "no UTF-8");
    }

    @Test
    void T33_an_index_that_is_slow_is_refused_at_the_deadline() {
        index = exchange -> awaitEnd();

        assertRefusedInTime("no answer within the deadline");
    }

    @Test
    void T33_an_index_that_trickles_is_refused_at_the_deadline_and_its_line_is_cut() throws Exception {
        CountDownLatch cut = new CountDownLatch(1);
        index = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                while (over.getCount() > 0) {
                    body.write(' ');
                    body.flush();
                    awaitMillis(20);
                }
            } catch (IOException gone) {
                cut.countDown();
            }
        };

        assertRefusedInTime("no answer within the deadline");
        assertThat(cut.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void T33_an_answer_that_is_cut_is_refused_and_a_line_that_broke_once_is_not() {
        AtomicInteger cuts = new AtomicInteger(1);
        index = exchange -> {
            if (cuts.getAndDecrement() > 0) {
                exchange.sendResponseHeaders(200, 1000);
                exchange.getResponseBody().write("{\"format\"".getBytes(StandardCharsets.UTF_8));
                exchange.close();
            } else {
                answer(exchange, 200, ANSWER.formatted("alice", ""));
            }
        };
        assertThat(source.resolve(request("alice")).epoch()).isEqualTo(7);

        cuts.set(2);
        assertIndexUnavailable(() -> source.resolve(request("alice")), "the connection to it broke");
    }

    @Test
    void T33_an_answer_without_end_is_refused_and_does_not_fill_the_heap() {
        HttpPolicySource patient = new HttpPolicySource(uri(""), Optional.empty(), TIMEOUT);
        index = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
            try (OutputStream body = exchange.getResponseBody()) {
                while (over.getCount() > 0) {
                    body.write(block);
                }
            }
        };

        assertIndexUnavailable(() -> patient.resolve(request("alice")), "longer than 33554432 bytes");
    }

    @Test
    void T33_an_index_that_is_down_is_refused_in_time() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        HttpPolicySource down = new HttpPolicySource(URI.create("http://127.0.0.1:" + free), Optional.empty(), TIMEOUT);

        assertIndexUnavailable(() -> down.resolve(request("alice")), "no connection to it");
    }

    @Test
    void T33_an_index_that_is_no_tls_server_is_refused() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> answerInPlainText(plain));
            HttpPolicySource wrong = new HttpPolicySource(
                    URI.create("https://127.0.0.1:" + plain.getLocalPort()), Optional.empty(), TIMEOUT);

            assertIndexUnavailable(() -> wrong.resolve(request("alice")), "no trusted connection");
        }
    }

    /** At once: a real server may wait for the end of a line, which is in a TLS greeting by chance alone. */
    private static void answerInPlainText(ServerSocket server) {
        try (Socket client = server.accept()) {
            client.getInputStream().read(new byte[4096]);
            client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void T33_an_index_that_keeps_failing_is_left_alone_for_a_moment_and_serves_again_when_it_is_well() {
        HttpHandler well = index;
        index = exchange -> answer(exchange, 503, "");
        for (int time = 0; time < 5; time++) {
            assertIndexUnavailable(() -> source.resolve(request("alice")), "status 503");
        }
        index = well;
        assertIndexUnavailable(() -> source.resolve(request("alice")), "several times in a row");
        assertThat(questions).hasValue(5);

        assertThat(answerWithin(TIMEOUT).epoch()).isEqualTo(7);
        assertThat(source.resolve(request("alice")).epoch()).isEqualTo(7);
    }

    @Test
    void T38_questions_that_index_turns_down_do_not_close_the_way_for_others() {
        HttpHandler well = index;
        index = exchange -> answer(exchange, 400, "");
        for (int time = 0; time < 20; time++) {
            assertIndexUnavailable(() -> source.resolve(request("mallory")), "status 400");
        }
        index = well;
        assertThat(source.resolve(request("alice")).epoch()).isEqualTo(7);
    }

    @Test
    void a_policy_at_fault_is_told_of_until_it_is_not() {
        index = exchange -> answer(exchange, 200, ANSWER.formatted("alice", "{\"id\": \"pol_1\"}"));
        source.resolve(request("alice"));
        assertThat(source.faults())
                .containsExactly(new FaultyDocument("pol_1", "at $.format", FaultyDocument.Standing.REFUSED));

        index = exchange -> answer(exchange, 200, ANSWER.formatted("alice", ""));
        source.resolve(request("alice"));
        assertThat(source.faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://index", "index", "http:index", "http://u:p@index", "http://index?a=b", "http://index#a"})
    void what_is_no_address_stops_the_start(String uri) {
        assertThatThrownBy(() -> new HttpPolicySource(URI.create(uri), Optional.empty(), TIMEOUT))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(CarbonCondition.CONFIG_INVALID));
    }

    /** Asks until there is an answer: the pause of a circuit has no event to wait for. */
    private ResolveAnswer answerWithin(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            try {
                return source.resolve(request("alice"));
            } catch (Refusal refusal) {
                assertThat(System.nanoTime()).as(refusal.getMessage()).isLessThan(end);
                awaitMillis(50);
            }
        }
    }

    private void assertRefusedInTime(String says) {
        HttpPolicySource hasty = new HttpPolicySource(uri(""), Optional.empty(), SHORT);
        long begun = System.nanoTime();
        assertIndexUnavailable(() -> hasty.resolve(request("alice")), says);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(SHORT.dividedBy(2), SHORT.multipliedBy(20));
    }

    private HttpPolicySource source(Optional<Path> token) {
        return new HttpPolicySource(uri(""), token.map(TokenFile::new), TIMEOUT);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private static ResolveRequest request(String principal) {
        return new ResolveRequest(new Caller(principal, Optional.empty(), Map.of()), Set.of(TABLE));
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        boolean isEmpty = body.length == 0 || status == 204;
        exchange.sendResponseHeaders(status, isEmpty ? -1 : body.length);
        if (!isEmpty) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private void awaitEnd() {
        try {
            over.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitMillis(long millis) {
        try {
            over.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
