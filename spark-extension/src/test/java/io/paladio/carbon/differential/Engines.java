package io.paladio.carbon.differential;

import io.paladio.carbon.spark.TestEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.iceberg.spark.SparkCatalog;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The governed engine as bob uses it, and the same Spark without a part of ours over what bob sees. Used by one thread, which may
 * have the two of them work at once.
 */
final class Engines implements AutoCloseable {
    /** What Spark says of a sub-query in the condition of an outer join that it forgot to run. */
    private static final String NEVER_RUN = "requirement failed: Subquery";

    private static final String RULES = "org.apache.spark.sql.catalyst.optimizer.";

    /** Other plans for the same statement: a failure that depends on the plan alone comes with one of them. */
    private static final List<Map<String, String>> OTHER_PLANS = List.of(
            Map.of("spark.sql.optimizer.excludedRules", RULES + "PushDownPredicates"),
            Map.of(
                    "spark.sql.optimizer.excludedRules",
                    RULES + "ConvertToLocalRelation," + RULES + "PropagateEmptyRelation"),
            Map.of("spark.sql.optimizer.excludedRules", RULES + "ColumnPruning," + RULES + "CollapseProject"),
            Map.of("spark.sql.optimizer.excludedRules", RULES + "InferFiltersFromConstraints"),
            Map.of("spark.sql.adaptive.enabled", "false"),
            Map.of("spark.sql.adaptive.enabled", "true"));

    private final Engine governed;
    private final Engine oracle;
    private final ExecutorService beside = Executors.newSingleThreadExecutor();

    Engines() {
        this(RowText::of);
    }

    /** @param text makes of rows that count as equal one text */
    Engines(Function<Row, String> text) {
        this(TestEngine.session("bob"), text);
    }

    /** @param bob his session, with more in it than ours */
    Engines(SparkSession bob) {
        this(bob, RowText::of);
    }

    private Engines(SparkSession bob, Function<Row, String> text) {
        SparkSession copies = plain(OracleCatalog.class);
        // Iceberg answers count(DISTINCT constant) by the number of rows where it answers from statistics. We never do.
        copies.conf().set("spark.sql.iceberg.aggregate-push-down.enabled", "false");
        governed = new Engine(bob, text);
        oracle = new Engine(copies, text);
        // Failures are part of the game, and each is a stack trace in the log otherwise.
        ((org.apache.spark.sql.classic.SparkSession) bob).sparkContext().setLogLevel("OFF");
    }

    /** A session of the same Spark without a part of ours. */
    static SparkSession plain(Class<? extends SparkCatalog> catalog) {
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
        return org.apache.spark.sql.classic.SparkSession.builder()
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.catalog.carbon", catalog.getName())
                .config("spark.sql.catalog.carbon.cache-enabled", "false")
                .config("spark.sql.defaultCatalog", "carbon")
                .getOrCreate();
    }

    /** From now on names without a schema are of this one. */
    void use(String schema) {
        for (Engine engine : List.of(governed, oracle)) {
            if (engine.run("USE carbon." + schema, Map.of()) instanceof Outcome.Failure failure) {
                throw new IllegalStateException(failure.message());
            }
        }
    }

    /**
     * What came of a statement on both sides.
     *
     * @param governed for bob
     * @param right over what bob sees
     * @param difference between the two
     */
    record Comparison(Outcome governed, Outcome right, Optional<String> difference) {
        boolean isRefused() {
            return governed instanceof Outcome.Failure failure && failure.isRefusal();
        }

        boolean isFailure() {
            return right instanceof Outcome.Failure;
        }
    }

    Comparison compare(Statement statement) {
        String sql = statement.query().tree().sql();
        Map<String, String> settings = new HashMap<>(statement.modes().settings());
        settings.put("spark.sql.optimizer.excludedRules", "");
        CompletableFuture<Outcome> right = CompletableFuture.supplyAsync(() -> oracle.run(sql, settings), beside);
        Outcome left = governed.run(sql, settings);
        Comparison plain = compared(left, right.join(), statement);
        boolean mayBeThePlan = left instanceof Outcome.Failure || plain.isFailure();
        return plain.difference().isPresent() && mayBeThePlan && !plain.isRefused()
                ? underOtherPlans(plain, statement, settings)
                : plain;
    }

    /**
     * Which of several failures comes first, and whether a part that fails is evaluated at all, depends on the plan. The oracle holds
     * nothing hidden, so what it does under any plan tells nothing hidden.
     */
    private Comparison underOtherPlans(Comparison plain, Statement statement, Map<String, String> settings) {
        for (Map<String, String> plan : OTHER_PLANS) {
            Map<String, String> other = new HashMap<>(settings);
            other.putAll(plan);
            Outcome right = oracle.run(statement.query().tree().sql(), other);
            Comparison again = compared(plain.governed(), right, statement);
            if (again.difference().isEmpty()) {
                return again;
            }
        }
        return plain;
    }

    private static Comparison compared(Outcome left, Outcome right, Statement statement) {
        Optional<String> difference = isWithoutAnswer(right)
                ? Optional.empty()
                : Verdict.difference(left, right, statement.query().ordered());
        return new Comparison(left, right, difference);
    }

    /** Spark itself has no answer where it fails by a fault of its own; these are counted. */
    static boolean isWithoutAnswer(Outcome right) {
        return right instanceof Outcome.Failure failure
                && (failure.condition().equals("INTERNAL_ERROR")
                        || failure.message().contains(NEVER_RUN));
    }

    @Override
    public void close() {
        beside.shutdown();
    }
}
