package io.paladio.carbon.differential;

import io.paladio.carbon.spark.TestEngine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.classic.Dataset;
import scala.jdk.javaapi.CollectionConverters;

/**
 * How long statements take from their text to a plan that could run, with us and without us, over the same tables. Used by one thread.
 */
final class PlanningTimes {
    private static final int WARM_UP = 1;
    private static final int ROUNDS = 3;
    private static final int MOST_RULES = 8;
    private static final double MILLION = 1e6;

    private final SparkSession governed = TestEngine.session("bob");
    private final SparkSession plain = Engines.plain(PlainCatalog.class);
    private final List<Double> ratios = new ArrayList<>();
    private final Map<String, Double> ours = new TreeMap<>();
    private final Map<String, Double> phases = new TreeMap<>();
    private double with;
    private double without;

    PlanningTimes() {
        ((org.apache.spark.sql.classic.SparkSession) governed).sparkContext().setLogLevel("OFF");
    }

    void use(String schema) {
        governed.sql("USE carbon." + schema);
        plain.sql("USE carbon." + schema);
    }

    /** Plans a statement by turns, so that whatever else the machine does falls on both; the shortest time of each counts. */
    void measure(String sql, Modes modes) {
        for (SparkSession session : List.of(governed, plain)) {
            modes.settings().forEach((key, value) -> session.conf().set(key, value));
        }
        if (!isPlanned(sql)) {
            return;
        }
        double one = Double.MAX_VALUE;
        double other = Double.MAX_VALUE;
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            one = Math.min(one, nanoseconds(governed, sql));
            other = Math.min(other, nanoseconds(plain, sql));
        }
        with += one;
        without += other;
        ratios.add(one / other);
    }

    private boolean isPlanned(String sql) {
        try {
            nanoseconds(plain, sql);
            return true;
        } catch (Exception failure) {
            return false;
        }
    }

    private double nanoseconds(SparkSession session, String sql) {
        long began = System.nanoTime();
        var execution = ((Dataset<?>) session.sql(sql)).queryExecution();
        execution.executedPlan();
        long took = System.nanoTime() - began;
        account(execution.tracker(), session == governed ? "with" : "without");
        return took;
    }

    private void account(QueryPlanningTracker tracker, String side) {
        CollectionConverters.asJava(tracker.phases())
                .forEach((phase, summary) ->
                        phases.merge(phase + " " + side, (double) summary.durationMs(), Double::sum));
        CollectionConverters.asJava(tracker.rules()).forEach((rule, summary) -> {
            if (rule.startsWith("io.paladio")) {
                ours.merge(rule.substring(rule.lastIndexOf('.') + 1), summary.totalTimeNs() / MILLION, Double::sum);
            }
        });
    }

    int statements() {
        return ratios.size();
    }

    /** The ratio below which so many of the statements are. */
    double ratio(double share) {
        List<Double> sorted = new ArrayList<>(ratios);
        Collections.sort(sorted);
        return sorted.get((int) Math.min(sorted.size() - 1L, Math.floor(share * sorted.size())));
    }

    String figures() {
        return "%d statements, median %.2f, p95 %.2f, all together %.2f (%.1f s to %.1f s)"
                .formatted(
                        ratios.size(),
                        ratio(0.5),
                        ratio(0.95),
                        with / without,
                        with / MILLION / 1000,
                        without / MILLION / 1000);
    }

    /** Where the time goes, in milliseconds of all rounds: Spark's phases, and our own rules. */
    String profile() {
        return "phases " + rounded(phases) + ", our rules " + rounded(ours);
    }

    private static List<String> rounded(Map<String, Double> times) {
        return times.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_RULES)
                .map(entry -> "%s %.0f".formatted(entry.getKey(), entry.getValue()))
                .toList();
    }
}
