package io.paladio.carbon.spark;

import io.paladio.carbon.catalog.LocalCatalog;
import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.index.PolicySource;
import io.paladio.carbon.index.Recording;
import io.paladio.carbon.index.ResolveAnswer;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.file.FilePolicySource;
import io.paladio.carbon.lineage.SinkHealth;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.spark.catalyst.DecidedStatement;
import io.paladio.carbon.spark.identity.VerifiedCaller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.internal.SQLConf;
import scala.Function1;
import scala.runtime.BoxedUnit;

/** One Spark for all tests of the rules, with tables in memory and policies in a folder. */
public final class TestEngine {
    private static final Path INDEX = folder();
    private static final Path KEYS = INDEX.resolveSibling(INDEX.getFileName() + "-keys.json");
    private static final String PRINCIPAL = "spark.test.principal";
    private static final List<ResolveRequest> QUESTIONS = new CopyOnWriteArrayList<>();
    private static final List<SparkRefusal> REFUSALS = new CopyOnWriteArrayList<>();
    private static final List<String> ASKED = new CopyOnWriteArrayList<>();
    private static final List<LogicalPlan> ANALYSED = new CopyOnWriteArrayList<>();

    private static volatile Function<Obligations, Optional<Recording>> recorder = owed -> Optional.empty();
    private static volatile String restrictedWrites = "reject";
    private static volatile UnaryOperator<ResolveAnswer> answers = UnaryOperator.identity();

    private TestEngine() {}

    /** What sessions from now on do with writes of restricted principals: {@code reject} or {@code check}. */
    public static void restrictedWrites(String mode) {
        restrictedWrites = mode;
    }

    /** What Index says from now on to what rows owe; the folder takes it where this says nothing. */
    public static void recorder(Function<Obligations, Optional<Recording>> says) {
        recorder = says;
    }

    /** Releases what all tables owe, as a steward does. */
    public static void release() {
        try (Stream<Path> owed = Files.list(Files.createDirectories(INDEX.resolve("obligations")))) {
            owed.forEach(document -> unindex("obligations/" + document.getFileName()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The tags of a table's columns, as Index holds them now. */
    public static Map<String, Map<String, String>> columnTags(Securable table) {
        Caller admin = new Caller("admin", Optional.empty(), Map.of());
        try (PolicySource files = new FilePolicySource(INDEX, Duration.ofSeconds(30))) {
            return files.resolve(new ResolveRequest(admin, Set.of(table)))
                    .tables()
                    .get(table)
                    .columnTags();
        }
    }

    /** From now on Index answers what this makes of its answers. */
    static void answers(UnaryOperator<ResolveAnswer> change) {
        answers = change;
    }

    /** A session of a principal under the whole extension. */
    public static SparkSession session(String principal) {
        return session(principal, new CarbonSparkExtensions());
    }

    /** A session of a principal under other injections. */
    public static synchronized SparkSession session(
            String principal, Function1<SparkSessionExtensions, BoxedUnit> extensions) {
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
        CarbonRuntime.start(
                new CarbonRuntime(config(), source(), TestEngine::caller, log()).lookingUpIn(LocalCatalog::opened));
        SparkSession session = org.apache.spark.sql.classic.SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.catalog.carbon", LocalCatalog.class.getName())
                .config("spark.sql.catalog.carbon.cache-enabled", "false")
                .config("spark.sql.catalog.foreign", "org.apache.iceberg.spark.SparkCatalog")
                .config("spark.sql.catalog.foreign.catalog-impl", "org.apache.iceberg.inmemory.InMemoryCatalog")
                .config("spark.sql.defaultCatalog", "carbon")
                .withExtensions(extensions)
                .getOrCreate();
        own(session, principal);
        return session;
    }

    /** A session of a principal that shares with the given one what Spark's sessions share: its cache, its global views. */
    public static SparkSession sibling(SparkSession session, String principal) {
        SparkSession sibling = ((org.apache.spark.sql.classic.SparkSession) session).newSession();
        own(sibling, principal);
        return sibling;
    }

    /** As on Spark Connect, the copies that Spark makes of a session are its principal's too. */
    private static void own(SparkSession session, String principal) {
        conf(session).setConfString(PRINCIPAL, principal);
    }

    private static SQLConf conf(SparkSession session) {
        return ((org.apache.spark.sql.classic.SparkSession) session)
                .sessionState()
                .conf();
    }

    /** Ends Spark, for tests in this JVM that need one of their own. Tables and policies stay. */
    public static void stop() {
        SparkSession.getDefaultSession().get().stop();
        CarbonRuntime.stop();
    }

    /** Puts a document into Index: {@code policies/x.json}, {@code principals.json} and the like. */
    public static void index(String file, String json) {
        try {
            Files.createDirectories(INDEX.resolve(file).getParent());
            Files.writeString(INDEX.resolve(file), json);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Writes the keys of hmac-sha-256 masks. */
    public static void maskKeys(String json) {
        try {
            Files.writeString(KEYS, json);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Takes a document out of Index again. */
    public static void unindex(String file) {
        try {
            Files.deleteIfExists(INDEX.resolve(file));
        } catch (IOException undeletable) {
            throw new UncheckedIOException(undeletable);
        }
    }

    /** The questions to Index so far. */
    public static List<ResolveRequest> questions() {
        return QUESTIONS;
    }

    /** The refusals that the rules told of so far. */
    public static List<SparkRefusal> refusals() {
        return REFUSALS;
    }

    /** What statements asked for so far: kind and tables. */
    public static List<String> asked() {
        return ASKED;
    }

    /** The plans that passed so far. */
    public static List<LogicalPlan> analysed() {
        return ANALYSED;
    }

    /** Lets go of all that was told so far: a long run would not hold it. */
    public static void forget() {
        Stream.of(QUESTIONS, REFUSALS, ASKED, ANALYSED).forEach(List::clear);
    }

    private static Path folder() {
        try {
            Path folder = Files.createTempDirectory("index");
            Files.createDirectories(folder.resolve("policies"));
            return folder;
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static CarbonConfig config() {
        return CarbonConfig.of(Map.of(
                "spark.carbon.index.source",
                "file",
                "spark.carbon.index.file.path",
                INDEX.toString(),
                "spark.carbon.mask.keys-file",
                KEYS.toString(),
                "spark.carbon.dml.restricted",
                restrictedWrites,
                "spark.carbon.decisions.sink",
                "none"));
    }

    private static VerifiedCaller caller(SparkSession session) {
        String name = conf(session).getConfString(PRINCIPAL);
        Caller caller = new Caller(name, Optional.empty(), Map.of());
        return new VerifiedCaller(caller, "token of " + name, Instant.MAX);
    }

    private static PolicySource source() {
        FilePolicySource files = new FilePolicySource(INDEX, Duration.ofSeconds(30));
        return new PolicySource() {
            @Override
            public ResolveAnswer resolve(ResolveRequest request) {
                QUESTIONS.add(request);
                return answers.apply(files.resolve(request));
            }

            @Override
            public Recording record(Obligations obligations) {
                return recorder.apply(obligations).orElseGet(() -> files.record(obligations));
            }

            @Override
            public void close() {
                files.close();
            }
        };
    }

    private static StatementLog log() {
        return new StatementLog() {
            @Override
            public void asked(SparkSession session, Optional<String> kind, Set<Securable> tables) {
                ASKED.add(kind.orElse("part") + " " + tables);
            }

            @Override
            public void analysed(SparkSession session, LogicalPlan plan) {
                ANALYSED.add(plan);
            }

            @Override
            public void refused(SparkSession session, SparkRefusal refusal) {
                if (REFUSALS.stream().noneMatch(known -> known == refusal)) {
                    REFUSALS.add(refusal);
                }
            }

            @Override
            public List<DecidedStatement> decided(SparkSession session, String principal) {
                return List.of(new DecidedStatement(
                        "statement of " + principal,
                        Instant.parse("2026-11-29T10:00:00.000001Z"),
                        "completed",
                        Optional.empty(),
                        List.of("carbon.hr.t"),
                        List.of("pol_eu@1")));
            }

            @Override
            public List<SinkHealth> evidence() {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }
}
