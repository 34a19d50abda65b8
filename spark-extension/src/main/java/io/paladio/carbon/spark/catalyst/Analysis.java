package io.paladio.carbon.spark.catalyst;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.CheckAnalysis;
import scala.jdk.javaapi.OptionConverters;

/** The analysis that the current thread is in. What it keeps is confined to each thread. */
public final class Analysis {
    private static final String CHECK = "checkAnalysis0";
    /** Scala prefixes the names of private methods that inner classes call. */
    private static final String NESTED = "executeSameContext";

    private static final int DEEPEST = 64;
    private static final ThreadLocal<Written> WRITTEN =
            ThreadLocal.withInitial(() -> new Written(new WeakReference<>(new Object()), 0));
    private static final ThreadLocal<Deque<Entered>> ENTERED = ThreadLocal.withInitial(ArrayDeque::new);

    /**
     * What a statement has taken up: views, one as often as it is read, and relations. Those that views name add up; the statement's
     * own, which Spark takes up anew for each of its sub-queries, count as many as the largest part names.
     */
    public record Taken(long views, long relations) {}

    private record Written(WeakReference<Object> context, long parts) {}

    private record Entered(WeakReference<Object> context, Taken taken) {}

    private Analysis() {}

    /** What Spark tracks the thread's analysis by: one object for each query, compared by identity. */
    public static Optional<QueryPlanningTracker> current() {
        return OptionConverters.toJava(QueryPlanningTracker.get());
    }

    /**
     * The thread starts to resolve something: a statement, or a view or sub-query within one.
     *
     * @param relations how many it names
     * @return what its statement has taken up so far
     */
    public static Taken enter(long relations) {
        Object here = context();
        Deque<Entered> entered = ENTERED.get();
        Taken before = entered.stream()
                .filter(each -> each.context().get() == here)
                .findFirst()
                .map(Entered::taken)
                .orElse(new Taken(0, 0));
        boolean isView = startsView();
        Taken now = new Taken(
                isView ? before.views() + 1 : before.views(),
                isView ? before.relations() + relations : Math.max(before.relations(), relations));
        entered.removeIf(each -> each.context().get() == here);
        entered.addFirst(new Entered(new WeakReference<>(here), now));
        while (entered.size() > DEEPEST) {
            entered.removeLast();
        }
        return now;
    }

    /** Whether the thread takes up a view. Sub-queries within one, which Spark takes up again and again, see the plan around them. */
    private static boolean startsView() {
        AnalysisContext context = AnalysisContext.get();
        return context.nestedViewDepth() > 0 && context.outerPlan().isEmpty();
    }

    /**
     * Something of the statement is written out.
     *
     * @param parts to how many parts
     * @return to how many the statement has been written out so far
     */
    public static long write(long parts) {
        Object here = context();
        Written before = WRITTEN.get();
        long sum = before.context().get() == here ? before.parts() + parts : parts;
        WRITTEN.set(new Written(new WeakReference<>(here), sum));
        return sum;
    }

    /**
     * Whether the thread checks a whole statement. Spark checks that one after it has left the context that it resolved the
     * statement in, and views within the context; the plans of sub-queries it checks from within the check of what they are in.
     */
    public static boolean isOutermost() {
        Object here = context();
        return ENTERED.get().stream().noneMatch(each -> each.context().get() == here) && checks() < 2;
    }

    /** How deep the thread is in analyses of sub-queries within one another. */
    public static long depth() {
        return calls(Analyzer.class, NESTED, Integer.MAX_VALUE);
    }

    private static long checks() {
        return calls(CheckAnalysis.class, CHECK, 2);
    }

    private static long calls(Class<?> owner, String method, int most) {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().equals(owner.getName())
                                && frame.getMethodName().endsWith(method))
                        .limit(most)
                        .count());
    }

    /** Views and sub-queries share this part of their statement's context. */
    private static Object context() {
        return AnalysisContext.get().relationCache();
    }
}
