package io.paladio.carbon.policy.mask;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The secrets with which the masks of one statement hash: a salt of its own, and keys as they were when the first was needed, so
 * that equal values stay equal throughout the statement. Not thread-safe.
 */
public final class MaskSecrets {
    private final QuerySalt salt;
    private final Supplier<Map<String, HmacKey>> source;
    private Optional<Map<String, HmacKey>> keys = Optional.empty();

    /** @param source where keys are read by their names, once at most */
    public MaskSecrets(QuerySalt salt, Supplier<Map<String, HmacKey>> source) {
        this.salt = salt;
        this.source = source;
    }

    /** What makes {@code sha-256-query-local} comparable within the statement and nowhere else. */
    public QuerySalt salt() {
        return salt;
    }

    /** The key of a name; empty where there is none. */
    public Optional<HmacKey> key(String name) {
        Map<String, HmacKey> known = keys.orElseGet(source);
        keys = Optional.of(known);
        return Optional.ofNullable(known.get(name));
    }
}
