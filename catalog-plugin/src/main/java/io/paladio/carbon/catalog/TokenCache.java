package io.paladio.carbon.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Exchanged tokens that still hold, the most recently used ones. A token is found only for the same principal presenting the
 * same token as when it was kept. Thread-safe.
 */
final class TokenCache {
    private static final int MOST = 4096;
    private static final Duration EARLY = Duration.ofSeconds(30);

    private final Clock clock;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Entry> eldest) {
            return size() > MOST;
        }
    };

    TokenCache(Clock clock) {
        this.clock = clock;
    }

    synchronized Optional<String> find(Key key) {
        Entry entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (!clock.instant().plus(EARLY).isBefore(entry.expires())) {
            entries.remove(key);
            return Optional.empty();
        }
        return Optional.of(entry.token());
    }

    synchronized void keep(Key key, String token, Instant expires) {
        entries.put(key, new Entry(token, expires));
    }

    /** Whose token, and a hash of it: the caller's own token is not kept. */
    record Key(String principal, String tokenHash) {
        static Key of(String principal, String token) {
            try {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
                return new Key(principal, HexFormat.of().formatHex(hash));
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every Java has SHA-256", impossible);
            }
        }
    }

    /** Shows no token when printed. */
    private record Entry(String token, Instant expires) {
        @Override
        public String toString() {
            return "Entry[expires " + expires + "]";
        }
    }
}
