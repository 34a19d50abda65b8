package io.paladio.carbon.suite.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.platform.server.GovernedServer;
import io.paladio.carbon.suite.fixture.Answer;
import io.paladio.carbon.suite.fixture.Engine;
import io.paladio.carbon.suite.fixture.FaceProxy;
import io.paladio.carbon.suite.fixture.FaceProxy.Reply;
import io.paladio.carbon.suite.fixture.FaceProxy.Request;
import io.paladio.carbon.suite.fixture.Lab;
import io.paladio.carbon.suite.fixture.SessionsProcess;
import io.paladio.carbon.suite.fixture.SharedWriters;
import io.paladio.carbon.suite.fixture.SparkHome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S12, T27: bob's writes, each stopped where it hurts, on a server whose executors are processes. After it the table is as it was, or
 * as the statement makes it, as alice sees it through another server. In this order: the last test kills the server.
 */
@ExtendWith(SharedWriters.class)
@TestMethodOrder(OrderAnnotation.class)
class InterruptedWritesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration AT_WORK = Duration.ofMillis(500);
    /** Takes a while for every row, and is never negative. */
    private static final String SLOW = "aggregate(sequence(id, id + 3000000), 0L, (sum, each) -> (sum + each) % 7)";

    private static Engine other;
    private static GovernedServer server;
    private static FaceProxy proxy;
    private static SessionsProcess sessions;
    private static final BlockingQueue<Answer> ANSWERS = new LinkedBlockingQueue<>();
    private static final Map<String, Kind> TABLES = new LinkedHashMap<>();

    /** A statement, and what it leaves of the three rows that bob sees. */
    private enum Kind {
        INSERT(
                "INSERT INTO {t} SELECT CAST(100 + id AS INT), 'new', 'eng', CAST({slow} AS INT) * 0, 'own' FROM range(0, 2)",
                "[1,\"Ada\",\"eng\",120,\"111-22-3333\"], [2,\"Grace\",\"eng\",130,\"222-33-4444\"], [5,null,\"eng\",null,null],"
                        + " [100,\"new\",\"eng\",0,\"own\"], [101,\"new\",\"eng\",0,\"own\"]"),
        UPDATE(
                "UPDATE {t} SET salary = {slow} * 0 WHERE id < 3",
                "[1,\"Ada\",\"eng\",0,\"111-22-3333\"], [2,\"Grace\",\"eng\",0,\"222-33-4444\"], [5,null,\"eng\",null,null]"),
        DELETE("DELETE FROM {t} WHERE id <> 2 AND {slow} >= 0", "[2,\"Grace\",\"eng\",130,\"222-33-4444\"]"),
        MERGE(
                "MERGE INTO {t} t USING (SELECT * FROM VALUES (2), (9) AS v(id)) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET name = t.ssn, salary = {slow_t} * 0"
                        + " WHEN NOT MATCHED THEN INSERT (id, dept) VALUES (s.id, 'eng')"
                        + " WHEN NOT MATCHED BY SOURCE AND t.id = 5 THEN DELETE",
                "[1,\"Ada\",\"eng\",120,\"111-22-3333\"], [2,\"nnn-nn-4444\",\"eng\",0,\"222-33-4444\"],"
                        + " [9,null,\"eng\",null,null]");

        private final String sql;
        private final String after;

        Kind(String sql, String after) {
            this.sql = sql;
            this.after = after;
        }

        String on(String table) {
            return sql.replace("{t}", table).replace("{slow}", SLOW).replace("{slow_t}", SLOW.replace("id", "t.id"));
        }
    }

    @BeforeAll
    static void start(Engine shared) {
        other = shared;
        proxy = FaceProxy.to(other.platform().face().uri().getPort());
        Path folder = Engine.newFolder();
        server = Engine.server(
                        other.platform(),
                        folder,
                        builder -> builder.environment(
                                        "SPARK_HOME", SparkHome.in(folder).toString())
                                .environment("SPARK_SCALA_VERSION", "2.13")
                                .with("spark.carbon.dml.restricted", "check")
                                .with("spark.master", "local-cluster[1,4,512]")
                                .with("spark.executor.memory", "512m")
                                .with(
                                        "spark.sql.catalog.carbon.uri",
                                        "http://127.0.0.1:" + proxy.port() + "/api/iceberg"))
                .start();
        sessions = SessionsProcess.start(server, InterruptedWritesTest::answered);
        for (Kind kind : Kind.values()) {
            make(kind, "copy-on-write", 2);
            make(kind, "merge-on-read", 3);
        }
    }

    private static void make(Kind kind, String mode, int version) {
        String name = "stopped_" + kind.name().toLowerCase(Locale.ROOT) + "_" + version;
        Lab.table(other, name, Lab.changedBy(mode) + ", 'format-version'='" + version + "'");
        TABLES.put(name, kind);
        sessions.open(name, other.token("bob"));
    }

    private static void answered(JsonNode answer) {
        ANSWERS.add(new Answer(answer.path("session").asText(), answer));
    }

    @AfterAll
    static void stop() {
        sessions.close();
        server.close();
        proxy.close();
    }

    @Order(1)
    @ParameterizedTest
    @ValueSource(strings = {"copy-on-write", "merge-on-read"})
    void S12_T27_a_write_that_another_goes_before_ends_by_a_conflict_and_tells_nothing(String mode) {
        Lab lab = Lab.table(other, "overtaken_" + mode.replace('-', '_'), Lab.changedBy(mode));
        AtomicBoolean overtaken = new AtomicBoolean();
        proxy.have((request, face) -> {
            if (isCommit(request) && overtaken.compareAndSet(false, true)) {
                // Its owner empties the table while bob's commit is on its way.
                owned(lab)
                        .newDelete()
                        .deleteFromRowFilter(Expressions.alwaysTrue())
                        .commit();
            }
            return face.apply(request);
        });
        sessions.open(mode, other.token("bob"));
        sessions.run(mode, "UPDATE " + lab.name() + " SET salary = 1 WHERE id < 3");

        Answer answer = answer();

        proxy.have(FaceProxy.Rule.NONE);
        assertThat(answer.message())
                .contains("ValidationException", lab.name() + " was changed meanwhile", "Run it again")
                .doesNotContain("ref(", "eng", "s3:", ".parquet");
        assertThat(lab.asAlice("SELECT count(*) FROM " + lab.name()).rows()).containsExactly("[0]");
    }

    private static Table owned(Lab lab) {
        String name = lab.name().substring(lab.name().lastIndexOf('.') + 1);
        return other.platform().face().catalog().loadTable(TableIdentifier.of("lab", name));
    }

    @Order(2)
    @Test
    void S12_T27_an_executor_is_killed_in_the_middle_of_writes() {
        ProcessHandle executor = executor();
        Duration before = used(executor);
        Map<String, Kind> tables = with("_2");
        tables.forEach((name, kind) -> sessions.run(name, kind.on("carbon.lab." + name)));
        await(() -> used(executor).minus(before).compareTo(AT_WORK) > 0);

        executor.destroyForcibly();

        for (int answers = 0; answers < tables.size(); answers++) {
            Answer answer = answer();
            assertThat(visible(answer.asked()))
                    .as("%s", answer)
                    .isEqualTo(answer.isError() ? untouched() : after(answer.asked()));
        }
        tables.keySet().forEach(InterruptedWritesTest::assertHiddenAsBefore);
    }

    @Order(3)
    @Test
    void S12_T27_the_server_is_killed_while_writes_are_committed() {
        with("_2").forEach((name, kind) -> Lab.table(other, name, Lab.changedBy("copy-on-write")));
        CountDownLatch arrived = new CountDownLatch(TABLES.size());
        CountDownLatch killed = new CountDownLatch(1);
        proxy.have((request, face) -> {
            if (!isCommit(request)) {
                return face.apply(request);
            }
            if (isCommitted(table(request))) {
                assertThat(face.apply(request).status()).isEqualTo(200);
            }
            arrived.countDown();
            await(killed);
            return new Reply(0, "");
        });
        TABLES.forEach((name, kind) -> sessions.run(name, kind.on("carbon.lab." + name)));
        await(arrived);

        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        List<ProcessHandle> executors = process.descendants().toList();
        process.destroyForcibly();
        process.onExit().join();
        killed.countDown();
        executors.forEach(
                executor -> executor.onExit().orTimeout(2, TimeUnit.MINUTES).join());

        TABLES.keySet().forEach(name -> {
            assertThat(visible(name)).as(name).isEqualTo(isCommitted(name) ? after(name) : untouched());
            assertHiddenAsBefore(name);
        });
    }

    private static Answer answer() {
        try {
            return Optional.ofNullable(ANSWERS.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .orElseThrow();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** Of each kind one write, in each of Iceberg's ways two, reaches the catalog before the server dies. */
    private static boolean isCommitted(String table) {
        int number = TABLES.get(table).ordinal() + (table.endsWith("_2") ? 0 : 1);
        return number % 2 == 0;
    }

    private static Map<String, Kind> with(String version) {
        Map<String, Kind> tables = new LinkedHashMap<>(TABLES);
        tables.keySet().removeIf(name -> !name.endsWith(version));
        return tables;
    }

    private static boolean isCommit(Request request) {
        return request.method().equals("POST") && request.path().matches(".*/tables/[a-z_0-9]+");
    }

    private static String table(Request request) {
        return request.path().substring(request.path().lastIndexOf('/') + 1);
    }

    private static String after(String table) {
        return "[" + TABLES.get(table).after + "]";
    }

    private static String untouched() {
        return "[[1,\"Ada\",\"eng\",120,\"111-22-3333\"], [2,\"Grace\",\"eng\",130,\"222-33-4444\"], [5,null,\"eng\",null,null]]";
    }

    private static String visible(String table) {
        return rows(table, "dept = 'eng'");
    }

    private static void assertHiddenAsBefore(String table) {
        assertThat(rows(table, "NOT (dept <=> 'eng')"))
                .as(table)
                .isEqualTo("[[3,\"Linus\",\"ops\",90,\"333-44-5555\"], [4,\"Barbara\",\"hr\",100,\"444-55-6666\"],"
                        + " [6,\"Edsger\",null,110,\"666-77-8888\"], [7,\"Ken\",\"ops\",null,\"777-88-9999\"]]");
    }

    private static String rows(String table, String which) {
        return new Lab(other, "carbon.lab." + table)
                .asAlice("SELECT * FROM carbon.lab." + table + " WHERE " + which + " ORDER BY id")
                .rows()
                .toString();
    }

    private static ProcessHandle executor() {
        return ProcessHandle.of(server.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutor"))
                .findFirst()
                .orElseThrow();
    }

    private static Duration used(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
