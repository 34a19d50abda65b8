package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.catalog.SessionGovernances;
import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.execution.CachedData;
import org.apache.spark.sql.internal.SharedState;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Function2;
import scala.Option;
import scala.collection.immutable.Seq;

/**
 * Spark's cache of plans, divided by session (S17).
 *
 * <p>Spark has one cache for all sessions of an application: everybody's plans are compared with it, CLEAR CACHE empties it for
 * all, and whoever writes a table rebuilds in his own session what others have cached of it. In its place stands this, which
 * hands each call to a manager that belongs to the calling session alone. What is kept can so be seen, used, dropped or rebuilt by
 * its own session only. A cache never changes a result: names mean the tables as they are now, and a plan is answered from the
 * cache only where it is the same plan, over the same snapshots, under the same policies. Thread-safe.
 */
public final class SessionCaches extends CacheManager {
    private static final Logger LOG = LoggerFactory.getLogger(SessionCaches.class);

    private final Map<SparkSession, SessionCache> caches = new ConcurrentHashMap<>();
    private final AtomicLong made = new AtomicLong();
    private final CacheBudget budget = new CacheBudget();
    /** The cache that the thread fills: Spark does that in a copy of the session. */
    private final ThreadLocal<Optional<SessionCache>> filling = ThreadLocal.withInitial(Optional::empty);

    private SessionCaches() {}

    /** Puts this in the place of the cache that the session shares with others, once for all of them. */
    public static void install(org.apache.spark.sql.SparkSession session) {
        SharedState shared = ((SparkSession) session).sharedState();
        synchronized (SessionCaches.class) {
            if (shared.cacheManager() instanceof SessionCaches) {
                return;
            }
            SessionCaches caches = new SessionCaches();
            exchange(shared, caches);
            session.sparkContext().addSparkListener(new ClosedSessions(caches::forgetClosed));
        }
    }

    /** Spark makes its cache itself and takes none from outside. */
    private static void exchange(SharedState shared, SessionCaches caches) {
        try {
            Field place = SharedState.class.getDeclaredField("cacheManager");
            place.setAccessible(true);
            place.set(shared, caches);
        } catch (ReflectiveOperationException anotherSpark) {
            throw new IllegalStateException("the caches of sessions can't be kept apart", anotherSpark);
        }
    }

    @Override
    public void cacheQuery(Dataset<?> query) {
        cacheQuery(query, Option.empty(), StorageLevel.MEMORY_AND_DISK());
    }

    @Override
    public void cacheQuery(Dataset<?> query, Option<String> table, StorageLevel level) {
        keep(
                query.sparkSession(),
                query.queryExecution().analyzed(),
                kept -> kept.cacheQuery(query, named(table), level));
    }

    @Override
    public void cacheQuery(SparkSession session, LogicalPlan plan, Option<String> table, StorageLevel level) {
        keep(session, plan, kept -> kept.cacheQuery(session, plan, named(table), level));
    }

    @Override
    public void uncacheQuery(Dataset<?> query, boolean cascade, boolean blocking) {
        ofSession(query.sparkSession(), kept -> kept.uncacheQuery(query, cascade, blocking));
    }

    @Override
    public void uncacheQuery(Dataset<?> query, boolean cascade) {
        uncacheQuery(query, cascade, false);
    }

    /** Whoever drops a whole table means its name, whatever its state and policy were when it was cached. */
    @Override
    public void uncacheQuery(SparkSession session, LogicalPlan plan, boolean cascade, boolean blocking) {
        GovernedNames.ofTable(plan)
                .filter(name -> cascade)
                .ifPresentOrElse(
                        name -> uncacheTableOrView(session, name, cascade, blocking),
                        () -> ofSession(session, kept -> kept.uncacheQuery(session, plan, cascade, blocking)));
    }

    @Override
    public void uncacheQuery(SparkSession session, LogicalPlan plan, boolean cascade) {
        uncacheQuery(session, plan, cascade, false);
    }

    @Override
    public void uncacheTableOrView(SparkSession session, Seq<String> name, boolean cascade, boolean blocking) {
        ofSession(session, kept -> kept.uncacheTableOrView(session, name, cascade, blocking));
    }

    @Override
    public void clearCache() {
        current().ifPresent(cache -> cache.manager().clearCache());
    }

    @Override
    public boolean isEmpty() {
        return numCachedEntries() == 0;
    }

    @Override
    public int numCachedEntries() {
        return current().map(cache -> cache.manager().numCachedEntries()).orElse(0);
    }

    @Override
    public void recacheByPlan(SparkSession session, LogicalPlan plan) {
        GovernedNames.ofTable(plan)
                .ifPresentOrElse(
                        name -> recacheTableOrView(session, name, true),
                        () -> renew(session, kept -> kept.recacheByPlan(session, plan)));
    }

    @Override
    public void recacheTableOrView(SparkSession session, Seq<String> name, boolean includeTimeTravel) {
        renew(session, kept -> kept.recacheTableOrView(session, name, includeTimeTravel));
    }

    @Override
    public void analyzeColumnCacheQuery(SparkSession session, CachedData data, Seq<Attribute> columns) {
        ofSession(session, kept -> kept.analyzeColumnCacheQuery(session, data, columns));
    }

    /** None: a cached table would hold its name to the state and the policy that it had when it was cached. */
    @Override
    public Option<LogicalPlan> lookupCachedTable(Seq<String> name, Function2<String, String, Object> resolver) {
        return Option.empty();
    }

    @Override
    public Option<CachedData> lookupCachedData(Dataset<?> query) {
        return in(owner(query.sparkSession()), kept -> kept.lookupCachedData(query), Option.empty());
    }

    @Override
    public Option<CachedData> lookupCachedData(SparkSession session, LogicalPlan plan) {
        return in(owner(session), kept -> kept.lookupCachedData(session, plan), Option.empty());
    }

    @Override
    public LogicalPlan useCachedData(LogicalPlan plan) {
        Optional<SessionCache> cache = current();
        cache.ifPresent(mine -> budget.enforce(of(mine.principal())));
        return in(cache, kept -> kept.useCachedData(plan), plan);
    }

    /** Spark names what has no name after its plan, with the literals of the policies in it. */
    private static Option<String> named(Option<String> table) {
        return table.isDefined() ? table : Option.apply("without a name");
    }

    private void keep(SparkSession session, LogicalPlan plan, Consumer<CacheManager> keeping) {
        if (PlanReads.barriers(plan).stream().anyMatch(Barrier::isOfOneStatement)) {
            return;
        }
        forgetClosed();
        SessionCache cache = ofSession(session);
        budget.measure(session.sparkContext());
        within(cache, keeping);
        budget.enforce(of(cache.principal()));
    }

    private SessionCache ofSession(SparkSession session) {
        String principal = SessionGovernances.of(session).caller().name();
        return caches.computeIfAbsent(session, mine -> new SessionCache(mine, principal, made.incrementAndGet()));
    }

    private void ofSession(SparkSession session, Consumer<CacheManager> call) {
        owner(session).ifPresent(cache -> within(cache, call));
    }

    /** What fails to be rebuilt has been dropped before; the statement that asked for it has done its work. */
    private void renew(SparkSession session, Consumer<CacheManager> renewal) {
        try {
            owner(session).or(() -> filledIn(session)).ifPresent(cache -> within(cache, renewal));
        } catch (Exception notRebuilt) {
            LOG.info("Cached plans were dropped: {}", notRebuilt.getClass().getName());
        }
    }

    private void within(SessionCache cache, Consumer<CacheManager> call) {
        Optional<SessionCache> before = filling.get();
        filling.set(Optional.of(cache));
        try {
            call.accept(cache.manager());
        } finally {
            filling.set(before);
        }
    }

    private static <T> T in(Optional<SessionCache> cache, Function<CacheManager, T> call, T otherwise) {
        return cache.isPresent() ? call.apply(cache.get().manager()) : otherwise;
    }

    private Optional<SessionCache> current() {
        return filling.get()
                .or(() -> ScalaInterop.optional(SparkSession.getActiveSession()).flatMap(this::owner));
    }

    private Optional<SessionCache> owner(SparkSession session) {
        return Optional.ofNullable(caches.get(session));
    }

    /** Where filling fails, Spark asks for it again in the copy of the session in which it failed. */
    private Optional<SessionCache> filledIn(SparkSession copy) {
        return caches.values().stream().filter(cache -> cache.wasFilledIn(copy)).findFirst();
    }

    private List<SessionCache> of(String principal) {
        return caches.values().stream()
                .filter(cache -> cache.principal().equals(principal))
                .sorted(Comparator.comparing(SessionCache::number))
                .toList();
    }

    private void forgetClosed() {
        ClosedSessions.open()
                .ifPresent(open -> caches.forEach((session, cache) -> {
                    if (!open.contains(session.sessionUUID())) {
                        caches.remove(session);
                        cache.manager().clearCache();
                    }
                }));
    }
}
