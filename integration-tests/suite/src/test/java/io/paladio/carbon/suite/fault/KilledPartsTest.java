package io.paladio.carbon.suite.fault;

import static io.paladio.carbon.suite.fault.Timed.assertRefused;
import static io.paladio.carbon.suite.fault.Timed.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.platform.EmbeddedPlatform;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.FaultyLink;
import io.paladio.carbon.suite.fixture.Linked;
import io.paladio.carbon.suite.fixture.PlatformProcess;
import io.paladio.carbon.suite.fixture.SharedLinks;
import io.paladio.carbon.suite.fixture.SparkHome;
import io.paladio.carbon.suite.fixture.SqlClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Processes end by {@code kill -9}: what they served is refused, nothing hidden comes out, and it is served again afterwards. */
class KilledPartsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    @ExtendWith(SharedLinks.class)
    void T33_index_is_killed_and_comes_back(Linked linked) {
        assertThat(linked.mended().rows()).containsExactly("[4]");

        linked.index().kill();
        for (String principal : new String[] {"bob", "alice"}) {
            assertRefused(
                    within(Timed.INDEX, () -> linked.engine().as(principal).sql(Linked.QUERY)),
                    "CARBON_INDEX_UNAVAILABLE");
            assertThat(linked.engine().as(principal).sql("SELECT 1").rows()).containsExactly("[1]");
        }

        linked.index().restart();
        linked.toIndex().leadTo(linked.index().port());
        assertThat(linked.mended().rows()).containsExactly("[4]");
        assertThat(linked.engine().as("dan").sql(Linked.QUERY).errorClass()).isEqualTo("CARBON_ACCESS_DENIED");
    }

    @Test
    void T33_the_face_is_killed_and_comes_back() {
        Path folder = Engine.newFolder();
        try (PlatformProcess face = PlatformProcess.start(folder);
                FaultyLink toFace = FaultyLink.to(face.face().getPort());
                FaultyLink toExchange = FaultyLink.to(face.issuer().getPort());
                Engine engine = engineOf(face, toFace, toExchange)) {
            try (SqlClient bob = engine.withToken(face.token("bob"))) {
                assertThat(bob.sql(Linked.QUERY).rows()).containsExactly("[4]");

                face.kill();

                assertRefused(within(Timed.FACE, () -> bob.sql(Linked.QUERY)), "CARBON_FACE_UNAVAILABLE");
                assertThat(bob.sql("SELECT 1").rows()).containsExactly("[1]");
            }
            isServedBy(face, engine, toFace, toExchange);
        }
    }

    private static void isServedBy(PlatformProcess killed, Engine engine, FaultyLink toFace, FaultyLink toExchange) {
        try (PlatformProcess again = killed.again()) {
            toFace.leadTo(again.face().getPort());
            toExchange.leadTo(again.issuer().getPort());
            try (SqlClient bob = engine.withToken(again.token("bob"))) {
                assertThat(bob.sql(Linked.QUERY).rows()).containsExactly("[4]");
            }
        }
    }

    private static Engine engineOf(PlatformProcess face, FaultyLink toFace, FaultyLink toExchange) {
        Path folder = Engine.newFolder();
        EmbeddedPlatform unused = Engine.startPlatform(folder);
        return Engine.on(unused, folder, server -> {
            server.without("spark.carbon.identity.jwks-uri");
            face.configuration().forEach(server::with);
            server.with("spark.sql.catalog.carbon.uri", "http://127.0.0.1:" + toFace.port() + "/api/iceberg")
                    .with("spark.carbon.face.token-exchange-uri", "http://127.0.0.1:" + toExchange.port() + "/token");
        });
    }

    @Test
    void T33_an_executor_is_killed_within_a_query_and_another_takes_its_place() {
        Path home = SparkHome.in(Engine.newFolder());
        try (Engine engine = Engine.start(server -> server.environment("SPARK_HOME", home.toString())
                .environment("SPARK_SCALA_VERSION", "2.13")
                .with("spark.master", "local-cluster[1,1,512]")
                .with("spark.executor.memory", "512m"))) {
            assertThat(engine.as("bob").sql(Linked.QUERY).rows()).containsExactly("[4]");
            ProcessHandle first = executor(engine, Optional.empty());
            CompletableFuture<Answer> running = CompletableFuture.supplyAsync(() -> engine.as("bob")
                    .sql("SELECT count(DISTINCT t.id), count(*) FROM carbon.hr.t t, range(0, 20000000) r"));

            first.destroyForcibly();
            first.onExit().join();

            Answer answer = running.join();
            assertThat(answer.isError() || answer.rows().toString().equals("[[4,80000000]]"))
                    .as("%s", answer)
                    .isTrue();
            executor(engine, Optional.of(first));
            assertThat(engine.as("bob").sql(Linked.QUERY).rows()).containsExactly("[4]");
            assertThat(engine.as("alice").sql(Linked.QUERY).rows()).containsExactly("[8]");
        }
    }

    /** Waits for an executor's process that is not this one. */
    private static ProcessHandle executor(Engine engine, Optional<ProcessHandle> other) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Optional<ProcessHandle> found = Optional.empty();
        while (found.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            found = ProcessHandle.of(engine.server().pid()).stream()
                    .flatMap(ProcessHandle::descendants)
                    .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutor"))
                    .filter(process -> other.filter(process::equals).isEmpty())
                    .findFirst();
        }
        return found.orElseThrow(() -> new IllegalStateException("no executor"));
    }
}
