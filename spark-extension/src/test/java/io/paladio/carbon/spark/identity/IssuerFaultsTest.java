package io.paladio.carbon.spark.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** T33: an issuer that does not publish its keys properly proves nobody, and holds nobody up. */
class IssuerFaultsTest {
    private static final TestIssuer ISSUER = new TestIssuer("one");
    private static final TestIssuer STRANGER = new TestIssuer("one");
    private static final Duration DEADLINE = Duration.ofSeconds(4);

    private final CountDownLatch ended = new CountDownLatch(1);

    enum Fault {
        WELL,
        SILENT,
        CUT,
        TRICKLING,
        HALF_AN_ANSWER,
        HALF_A_DOCUMENT,
        KEYS_OF_ANOTHER_ISSUER,
        NO_DOCUMENT
    }

    @AfterEach
    void let_go_of_all_that_wait() {
        ended.countDown();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WELL")
    void T33_a_faulty_issuer_proves_nobody_within_the_deadline(Fault fault) throws IOException {
        try (ServerSocket server = serving(fault)) {
            TokenVerifier verifier = verifier(server);
            long start = System.nanoTime();

            assertThatThrownBy(() -> verifier.verify(ISSUER.token("alice")))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.condition()).isEqualTo(CarbonCondition.IDENTITY_INVALID));

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE);
        }
    }

    @Test
    void the_same_issuer_without_a_fault_proves_who_calls() throws IOException {
        try (ServerSocket server = serving(Fault.WELL)) {
            assertThat(verifier(server).verify(ISSUER.token("alice")).caller().name())
                    .isEqualTo("alice");
        }
    }

    private static TokenVerifier verifier(ServerSocket server) {
        URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/jwks");
        return new TokenVerifier(TestIssuer.identity(new VerificationKeys.Remote(uri)));
    }

    private ServerSocket serving(Fault fault) throws IOException {
        ServerSocket server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> accept(server, fault), "faulty-issuer");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private void accept(ServerSocket server, Fault fault) {
        while (!server.isClosed()) {
            try (Socket caller = server.accept()) {
                answer(caller, fault);
            } catch (IOException gone) {
                continue;
            }
        }
    }

    private void answer(Socket caller, Fault fault) throws IOException {
        readQuestion(caller.getInputStream());
        OutputStream out = caller.getOutputStream();
        switch (fault) {
            case SILENT -> pause(Duration.ofMinutes(1));
            case CUT -> caller.setSoLinger(true, 0);
            case TRICKLING -> trickle(out, response(ISSUER.jwks(), ISSUER.jwks().length()));
            case HALF_AN_ANSWER ->
                out.write(response(half(ISSUER.jwks()), ISSUER.jwks().length()));
            case HALF_A_DOCUMENT ->
                out.write(response(half(ISSUER.jwks()), half(ISSUER.jwks()).length()));
            case KEYS_OF_ANOTHER_ISSUER ->
                out.write(response(STRANGER.jwks(), STRANGER.jwks().length()));
            case NO_DOCUMENT -> out.write(response("[]", 2));
            case WELL -> out.write(response(ISSUER.jwks(), ISSUER.jwks().length()));
        }
        out.flush();
    }

    private static void readQuestion(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no question");
            }
            head.append((char) next);
        }
    }

    private void trickle(OutputStream out, byte[] response) throws IOException {
        for (byte each : response) {
            out.write(each);
            out.flush();
            pause(Duration.ofMillis(100));
        }
    }

    private void pause(Duration time) throws IOException {
        try {
            if (ended.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("the test has ended");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }

    private static byte[] response(String body, int length) {
        return ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " + length
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
