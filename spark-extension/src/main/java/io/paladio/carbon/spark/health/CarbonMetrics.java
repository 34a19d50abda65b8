package io.paladio.carbon.spark.health;

import io.paladio.carbon.error.CarbonCondition;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the engine counts about itself: numbers of events, never a name of a principal or a table. Thread-safe. */
public final class CarbonMetrics {
    private static final Map<String, LongAdder> REFUSALS = new ConcurrentHashMap<>();
    private static final LongAdder STATEMENTS = new LongAdder();
    private static final LongAdder QUESTIONS = new LongAdder();
    private static final LongAdder QUESTION_NANOS = new LongAdder();
    private static volatile String indexState = "unasked";

    private CarbonMetrics() {}

    /** A request was refused. */
    public static void refused(CarbonCondition condition) {
        refused(condition.errorClass());
    }

    /** A statement was refused, with an error of this class: one that we define. */
    public static void refused(String errorClass) {
        REFUSALS.computeIfAbsent(errorClass, unseen -> new LongAdder()).increment();
    }

    /** A statement passed analysis. */
    public static void analysed() {
        STATEMENTS.increment();
    }

    /** Index was asked, and answered or failed after this time. */
    public static void asked(Duration taken) {
        QUESTIONS.increment();
        QUESTION_NANOS.add(taken.toNanos());
    }

    static void indexAnswered() {
        indexState = "answering";
    }

    static void indexFailed() {
        indexState = "failing";
    }

    /** How the latest question to Index went. */
    static String indexState() {
        return indexState;
    }

    static long statements() {
        return STATEMENTS.sum();
    }

    static long questions() {
        return QUESTIONS.sum();
    }

    static double questionSeconds() {
        return QUESTION_NANOS.sum() / 1e9;
    }

    /** What was refused so far, by error class. */
    public static Map<String, Long> refusals() {
        Map<String, Long> counts = new TreeMap<>();
        REFUSALS.forEach((errorClass, count) -> counts.put(errorClass, count.sum()));
        return counts;
    }
}
