package io.paladio.carbon.spark.catalyst;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.execution.CachedData;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * How much one principal may have cached, in all of its sessions: so many plans, and a share of what the executors have for it.
 * What is over goes, the eldest first; a cache is a hint. Thread-safe.
 */
final class CacheBudget {
    private static final int MOST_PLANS = 100;
    private static final int SHARES = 4;

    private volatile long mostBytes = Long.MAX_VALUE;

    /** One plan and the session that keeps it. */
    private record Kept(SessionCache cache, CachedData entry) {}

    /** Looks how much the executors can hold: they come and go. */
    void measure(SparkContext context) {
        long all = 0;
        for (Tuple2<Object, Object> mostAndFree :
                CollectionConverters.asJava(context.getExecutorMemoryStatus()).values()) {
            all += (Long) mostAndFree._1();
        }
        mostBytes = all / SHARES;
    }

    /** Drops what is over. */
    void enforce(List<SessionCache> ofOnePrincipal) {
        Deque<Kept> kept = new ArrayDeque<>();
        long bytes = 0;
        for (SessionCache cache : ofOnePrincipal) {
            for (CachedData entry : cache.eldestFirst()) {
                kept.add(new Kept(cache, entry));
                bytes += SessionCache.bytes(entry);
            }
        }
        while (!kept.isEmpty() && (kept.size() > MOST_PLANS || bytes > mostBytes)) {
            Kept eldest = kept.remove();
            bytes -= SessionCache.bytes(eldest.entry());
            eldest.cache().drop(eldest.entry());
        }
    }
}
