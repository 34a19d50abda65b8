package io.paladio.carbon.policy.mask;

import java.io.Serializable;
import java.security.SecureRandom;

/**
 * The secret of one statement, which makes {@code sha-256-query-local} comparable within it and nowhere else. Travels to
 * executors with the plan; never shows in text. Immutable and thread-safe.
 */
public final class QuerySalt implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int LEAST = 16;
    private static final int FRESH = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    private QuerySalt(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A salt that nobody knows. */
    public static QuerySalt fresh() {
        byte[] bytes = new byte[FRESH];
        RANDOM.nextBytes(bytes);
        return new QuerySalt(bytes);
    }

    /**
     * A salt of given bytes.
     *
     * @throws IllegalArgumentException if there are fewer than 16
     */
    public static QuerySalt of(byte[] bytes) {
        if (bytes.length < LEAST) {
            throw new IllegalArgumentException("a salt has at least " + LEAST + " bytes");
        }
        return new QuerySalt(bytes.clone());
    }

    byte[] digest(byte[] value) {
        return Sha256.digest(bytes, value);
    }

    @Override
    public String toString() {
        return "QuerySalt";
    }
}
