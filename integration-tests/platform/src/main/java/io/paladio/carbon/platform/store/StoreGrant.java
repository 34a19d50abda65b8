package io.paladio.carbon.platform.store;

import java.time.Instant;
import java.util.Arrays;

/**
 * What one access key may do: which bucket, which keys by prefix, reading or writing, until when. Immutable.
 *
 * @param bucket the only bucket
 * @param prefix the start of every object key that is reachable, empty for the whole bucket
 * @param mode reading alone, or writing too
 * @param expiry the first instant at which nothing is allowed any more
 */
public record StoreGrant(String bucket, String prefix, Mode mode, Instant expiry) {
    /** Reading alone, or writing too. */
    public enum Mode {
        READ_ONLY,
        READ_WRITE
    }

    /** Whether the object lies where this grant reaches. */
    public boolean covers(String candidateBucket, String key) {
        return bucket.equals(candidateBucket) && key.startsWith(prefix) && isPlain(key);
    }

    public boolean writes() {
        return mode == Mode.READ_WRITE;
    }

    public boolean expiredAt(Instant now) {
        return !now.isBefore(expiry);
    }

    // The store keeps objects as files: a key that climbs would leave the prefix that its text starts with.
    private static boolean isPlain(String key) {
        return Arrays.stream(key.split("/", -1)).noneMatch(part -> part.equals("..") || part.equals("."))
                && !key.contains("\\")
                && key.indexOf('\0') < 0;
    }
}
