package io.paladio.carbon.policy.mask;

import java.io.Serializable;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key of {@code hmac-sha-256} masks (RFC 2104 with SHA-256). Travels to executors with the plan; never shows in text. Immutable
 * and thread-safe.
 */
public final class HmacKey implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int BLOCK = 64;
    private static final int INNER = 0x36;
    private static final int OUTER = 0x5c;

    private final byte[] inner;
    private final byte[] outer;

    private HmacKey(byte[] block) {
        this.inner = combined(block, INNER);
        this.outer = combined(block, OUTER);
    }

    /**
     * A key of given bytes.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static HmacKey of(byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("a key has at least one byte");
        }
        return new HmacKey(Arrays.copyOf(bytes.length > BLOCK ? Sha256.digest(bytes) : bytes, BLOCK));
    }

    byte[] digest(byte[] value) {
        return Sha256.digest(outer, Sha256.digest(inner, value));
    }

    private static byte[] combined(byte[] block, int pad) {
        byte[] combined = new byte[BLOCK];
        for (int place = 0; place < BLOCK; place++) {
            combined[place] = (byte) (block[place] ^ pad);
        }
        return combined;
    }

    /** The same key: two plans that hash with it are the same plan. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HmacKey that && MessageDigest.isEqual(inner, that.inner);
    }

    /** Alike for all keys, since a hash code tells about what it is made of. */
    @Override
    public int hashCode() {
        return HmacKey.class.getName().hashCode();
    }

    @Override
    public String toString() {
        return "HmacKey";
    }
}
