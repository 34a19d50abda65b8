package io.paladio.carbon.policy.mask;

/**
 * {@code hmac-sha-256}: the hash masks of {@link StandardMasks} with a key, in the same encodings (S6). NULL never reaches these
 * functions. Stateless and thread-safe.
 */
public final class KeyedMasks {
    private KeyedMasks() {}

    /** Of a string: 64 lower-case hexadecimal digits over its UTF-8 bytes. */
    public static String hmacSha256(HmacKey key, String text) {
        return Sha256.hexadecimal(key.digest(Sha256.bytes(text)));
    }

    /** Of an int: over its 4 bytes, the first 4 of the digest; both little-endian. */
    public static int hmacSha256(HmacKey key, int value) {
        return Sha256.firstInt(key.digest(Sha256.bytes(value)));
    }

    /** Of a long: over its 8 bytes, the first 8 of the digest; both little-endian. */
    public static long hmacSha256(HmacKey key, long value) {
        return Sha256.firstLong(key.digest(Sha256.bytes(value)));
    }

    /** Of bytes: the 32 bytes of the digest. */
    public static byte[] hmacSha256(HmacKey key, byte[] bytes) {
        return key.digest(bytes);
    }
}
