package io.paladio.carbon.spark.catalyst;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.sql.catalyst.optimizer.ConstantPropagation;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Which threads are about to have a plan of one session optimized, with and without a policy in it, and which rules of Spark's the session
 * therefore excludes. Spark reads them from the session alone: while a plan with a policy is under way, they are excluded from all.
 * Thread-safe.
 */
final class PlanningThreads {
    /** By the settings, which are one object for each session. */
    private static final Map<SQLConf, PlanningThreads> SESSIONS = Collections.synchronizedMap(new WeakHashMap<>());

    private static final String NONE = "";
    private static final String UNDER_POLICY = ConstantPropagation.class.getName();

    private final Set<Thread> governed = new HashSet<>();
    private final Set<Thread> open = new HashSet<>();

    private PlanningThreads() {}

    static PlanningThreads of(SQLConf session) {
        return SESSIONS.computeIfAbsent(session, any -> new PlanningThreads());
    }

    /** The thread begins with a plan that holds a policy. */
    synchronized void governed(SQLConf session) {
        leave();
        governed.add(Thread.currentThread());
        hold(session);
    }

    /** The thread begins with a plan that holds none. */
    synchronized void open(SQLConf session) {
        leave();
        open.add(Thread.currentThread());
        hold(session);
    }

    /** The thread's plan is optimized. */
    synchronized void done(SQLConf session) {
        leave();
        hold(session);
    }

    /** Sets what holds now, whatever was there. */
    synchronized void hold(SQLConf session) {
        // A statement that failed meanwhile told nobody.
        governed.removeIf(thread -> !thread.isAlive());
        open.removeIf(thread -> !thread.isAlive());
        session.setConfString(
                SQLConf.OPTIMIZER_EXCLUDED_RULES().key(), governed.isEmpty() && !open.isEmpty() ? NONE : UNDER_POLICY);
    }

    private void leave() {
        governed.remove(Thread.currentThread());
        open.remove(Thread.currentThread());
    }
}
