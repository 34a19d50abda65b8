package io.paladio.carbon.spark.catalyst;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.execution.CachedData;
import org.apache.spark.sql.execution.columnar.CachedRDDBuilder;
import scala.collection.immutable.IndexedSeq;

/**
 * What one session keeps: a cache manager of Spark's own, that no other session's statements reach. Thread-safe, as Spark's
 * manager is.
 */
final class SessionCache {
    private static final VarHandle ENTRIES = entriesOf(CacheManager.class);

    private final SparkSession session;
    private final String principal;
    private final long number;
    private final CacheManager manager = new CacheManager();

    SessionCache(SparkSession session, String principal, long number) {
        this.session = session;
        this.principal = principal;
        this.number = number;
    }

    CacheManager manager() {
        return manager;
    }

    String principal() {
        return principal;
    }

    /** Greater than the number of every cache made before. */
    long number() {
        return number;
    }

    /** Whether a plan that is kept here was made in the session: Spark makes a copy of a session for each. */
    boolean wasFilledIn(SparkSession copy) {
        return eldestFirst().stream()
                .anyMatch(entry -> entry.cachedRepresentation().cachedPlan().session() == copy);
    }

    List<CachedData> eldestFirst() {
        @SuppressWarnings("unchecked")
        IndexedSeq<CachedData> newestFirst = (IndexedSeq<CachedData>) ENTRIES.getVolatile(manager);
        List<CachedData> entries = new ArrayList<>(ScalaInterop.list(newestFirst));
        Collections.reverse(entries);
        return List.copyOf(entries);
    }

    void drop(CachedData entry) {
        manager.uncacheQuery(session, entry.plan(), false, false);
    }

    /** What an entry takes, in memory and on disk; nothing before it is filled. */
    static long bytes(CachedData entry) {
        CachedRDDBuilder filled = entry.cachedRepresentation().cacheBuilder();
        return filled.sizeInBytesStats().value() * filled.storageLevel().replication();
    }

    /** Spark tells of its entries only one by one, to whoever has their plans. */
    private static VarHandle entriesOf(Class<CacheManager> owner) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                    .findVarHandle(owner, "cachedData", IndexedSeq.class);
        } catch (ReflectiveOperationException anotherSpark) {
            throw new IllegalStateException("Spark keeps its cache in another way", anotherSpark);
        }
    }
}
