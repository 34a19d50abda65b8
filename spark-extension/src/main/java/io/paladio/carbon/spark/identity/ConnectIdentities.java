package io.paladio.carbon.spark.identity;

import io.paladio.carbon.catalog.SparkRefusal;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Whom each Connect session belongs to, as the interceptor proved it request by request. Where the interceptor is absent this
 * stays empty, and nothing is read.
 *
 * <p>A session is found by its own id among Spark Connect's live sessions. Spark also copies sessions without telling (caches,
 * streams); such a copy inherits a static configuration entry that holds a random handle and no name, so a value that was
 * guessed or written by somebody leads nowhere. Thread-safe.
 */
public final class ConnectIdentities implements SessionIdentities {
    /** The static configuration entry that a session's copies inherit. */
    static final String HANDLE_KEY = "spark.carbon.session.handle";

    private static final int MOST_SESSIONS = 10_000;
    private static final int MOST_OF_ONE_PRINCIPAL = 200;

    static {
        SQLConf.registerStaticConfigKey(HANDLE_KEY);
    }

    /** One session id and the principal that opened it first. The caller changes with each request, the principal never. */
    private static final class Owned {
        private final String principal;
        private final String handle = UUID.randomUUID().toString();
        private volatile VerifiedCaller latest;

        Owned(VerifiedCaller first) {
            this.principal = first.caller().name();
            this.latest = first;
        }
    }

    private final Clock clock;
    private final Map<String, Owned> bySession = new HashMap<>();
    private final Map<String, Owned> byHandle = new HashMap<>();
    private final Map<SparkSession, Owned> resolved = new WeakHashMap<>();

    /** An empty registry. */
    public ConnectIdentities() {
        this(Clock.systemUTC());
    }

    ConnectIdentities(Clock clock) {
        this.clock = clock;
    }

    /**
     * The interceptor verified that a request in this session comes from this caller.
     *
     * @throws Refusal SESSION_NOT_YOURS where the session id belongs to another principal
     */
    public synchronized void verified(String sessionId, VerifiedCaller caller) {
        Owned owned = bySession.get(sessionId);
        if (owned == null) {
            makeRoomFor(caller.caller().name());
            owned = new Owned(caller);
            bySession.put(sessionId, owned);
            byHandle.put(owned.handle, owned);
        }
        if (!owned.principal.equals(caller.caller().name())) {
            throw CarbonCondition.SESSION_NOT_YOURS
                    .refusal()
                    .object("this session")
                    .principal(caller.caller().name())
                    .build();
        }
        owned.latest = caller;
    }

    @Override
    public synchronized VerifiedCaller require(SparkSession session) {
        Owned owned = resolved.get(session);
        if (owned == null) {
            owned = found(session).orElseThrow(ConnectIdentities::unknown);
            resolved.put(session, owned);
            conf(session).setConfString(HANDLE_KEY, owned.handle);
        }
        VerifiedCaller caller = owned.latest;
        if (!clock.instant().isBefore(caller.expires().plus(TokenVerifier.CLOCK_SKEW))) {
            throw SparkRefusal.of(TokenVerifier.invalid("it has expired"));
        }
        return caller;
    }

    /** How many session ids have an owner. */
    public synchronized int size() {
        return bySession.size();
    }

    private Optional<Owned> found(SparkSession session) {
        Optional<Owned> live = ConnectSessions.holding(classic(session).sessionUUID())
                .flatMap(key -> Optional.ofNullable(bySession.get(key.session()))
                        .filter(owned -> owned.principal.equals(key.user())));
        return live.or(() -> Optional.ofNullable(byHandle.get(conf(session).getConfString(HANDLE_KEY, ""))));
    }

    /** Forgets the sessions that Spark Connect has closed; where that is not enough, a new session is refused. */
    private void makeRoomFor(String principal) {
        if (isRoomFor(principal)) {
            return;
        }
        forgetClosed();
        if (!isRoomFor(principal)) {
            throw CarbonCondition.NOT_GOVERNABLE
                    .refusal()
                    .object("one more session")
                    .reason("the engine serves as many as it can, or as many as it grants to one principal")
                    .remedy("Close sessions that you no longer use.")
                    .build();
        }
    }

    private boolean isRoomFor(String principal) {
        long own = bySession.values().stream()
                .filter(owned -> owned.principal.equals(principal))
                .count();
        return bySession.size() < MOST_SESSIONS && own < MOST_OF_ONE_PRINCIPAL;
    }

    private void forgetClosed() {
        Set<ConnectSessions.Key> live = ConnectSessions.live();
        bySession.entrySet().removeIf(entry -> {
            Owned owned = entry.getValue();
            boolean gone = !live.contains(new ConnectSessions.Key(owned.principal, entry.getKey()));
            if (gone) {
                byHandle.remove(owned.handle);
            }
            return gone;
        });
    }

    private static SparkRefusal unknown() {
        return SparkRefusal.of(CarbonCondition.IDENTITY_REQUIRED
                .refusal()
                .reason("this session was opened by no verified request")
                .build());
    }

    private static SQLConf conf(SparkSession session) {
        return classic(session).sessionState().conf();
    }

    private static org.apache.spark.sql.classic.SparkSession classic(SparkSession session) {
        if (session instanceof org.apache.spark.sql.classic.SparkSession classic) {
            return classic;
        }
        throw unknown();
    }
}
