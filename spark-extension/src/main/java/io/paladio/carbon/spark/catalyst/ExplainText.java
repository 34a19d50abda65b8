package io.paladio.carbon.spark.catalyst;

import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * What EXPLAIN may show of the plan that this thread analysed last, where a policy restricts the principal on one of its tables.
 *
 * <p>Spark writes physical plans into the answer of an Analyze call, which no rule of ours sees; the wire layer puts this text in
 * its place. Thread-bound, because Spark analyses and answers such a call on one thread.
 */
public final class ExplainText {
    private static final String WITHHELD = "== Plan withheld: no analysis of it was seen ==";
    private static final ThreadLocal<Optional<LogicalPlan>> CURRENT = ThreadLocal.withInitial(Optional::empty);

    private ExplainText() {}

    /** What may be shown in the place of Spark's text: that itself only where a plan was looked at that restricts nobody. */
    public static String shown(String text) {
        return CURRENT.get()
                .map(plan -> GovernedExplain.restricted(plan).orElse(text))
                .orElse(WITHHELD);
    }

    /** Forgets what this thread analysed: called when the thread starts to serve another call. */
    public static void clear() {
        CURRENT.remove();
    }

    /** A plan passed analysis on this thread. One that restricts is not forgotten for one that does not. */
    public static void remember(LogicalPlan analyzed) {
        if (CURRENT.get().flatMap(GovernedExplain::restricted).isEmpty()) {
            CURRENT.set(Optional.of(analyzed));
        }
    }
}
