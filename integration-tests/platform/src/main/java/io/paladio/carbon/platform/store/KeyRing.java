package io.paladio.carbon.platform.store;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every key that the store knows: the face's own and those it has vended. An expired key is unknown. Thread-safe.
 */
public final class KeyRing {
    private static final char[] ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".toCharArray();

    private final SecureRandom random = new SecureRandom();
    private final Map<String, StoreKey> keys = new ConcurrentHashMap<>();
    private final Clock clock;

    public KeyRing(Clock clock) {
        this.clock = clock;
    }

    /** Makes a key that may do what the grant says. */
    public StoreKey issue(StoreGrant grant) {
        forgetExpired();
        StoreKey key = new StoreKey("ASIA" + text(16), text(40), text(64), grant);
        keys.put(key.accessKey(), key);
        return key;
    }

    /** The key of this name, unless there is none or its time is over. */
    public Optional<StoreKey> find(String accessKey) {
        return Optional.ofNullable(keys.get(accessKey))
                .filter(key -> !key.grant().expiredAt(now()));
    }

    public Instant now() {
        return clock.instant();
    }

    private void forgetExpired() {
        Instant now = now();
        keys.values().removeIf(key -> key.grant().expiredAt(now));
    }

    private String text(int length) {
        char[] text = new char[length];
        for (int i = 0; i < length; i++) {
            text[i] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return new String(text);
    }
}
