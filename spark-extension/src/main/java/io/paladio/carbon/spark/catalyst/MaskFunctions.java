package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.mask.HmacKey;
import io.paladio.carbon.policy.mask.KeyedMasks;
import io.paladio.carbon.policy.mask.QuerySalt;
import io.paladio.carbon.policy.mask.StandardMasks;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The masks that are no expressions of Spark, on Spark's own values. Public, because the code that Spark generates on executors calls these methods by
 * name. NULL never arrives here. Stateless and thread-safe.
 */
public final class MaskFunctions {
    private MaskFunctions() {}

    public static UTF8String maskAlphanum(UTF8String text) {
        return UTF8String.fromString(StandardMasks.maskAlphanum(text.toString()));
    }

    public static UTF8String showFirst4(UTF8String text) {
        return UTF8String.fromString(StandardMasks.showFirst4(text.toString()));
    }

    public static UTF8String showLast4(UTF8String text) {
        return UTF8String.fromString(StandardMasks.showLast4(text.toString()));
    }

    public static int truncateToYear(int days) {
        return StandardMasks.truncateDateToYear(days);
    }

    public static long truncateToYear(long micros) {
        return StandardMasks.truncateMicrosToYear(micros);
    }

    public static int truncateToMonth(int days) {
        return StandardMasks.truncateDateToMonth(days);
    }

    public static long truncateToMonth(long micros) {
        return StandardMasks.truncateMicrosToMonth(micros);
    }

    public static UTF8String sha256Global(UTF8String text) {
        return UTF8String.fromString(StandardMasks.sha256Global(text.toString()));
    }

    public static int sha256Global(int value) {
        return StandardMasks.sha256Global(value);
    }

    public static long sha256Global(long value) {
        return StandardMasks.sha256Global(value);
    }

    public static byte[] sha256Global(byte[] bytes) {
        return StandardMasks.sha256Global(bytes);
    }

    public static UTF8String sha256QueryLocal(QuerySalt salt, UTF8String text) {
        return UTF8String.fromString(StandardMasks.sha256QueryLocal(salt, text.toString()));
    }

    public static int sha256QueryLocal(QuerySalt salt, int value) {
        return StandardMasks.sha256QueryLocal(salt, value);
    }

    public static long sha256QueryLocal(QuerySalt salt, long value) {
        return StandardMasks.sha256QueryLocal(salt, value);
    }

    public static byte[] sha256QueryLocal(QuerySalt salt, byte[] bytes) {
        return StandardMasks.sha256QueryLocal(salt, bytes);
    }

    public static UTF8String hmacSha256(HmacKey key, UTF8String text) {
        return UTF8String.fromString(KeyedMasks.hmacSha256(key, text.toString()));
    }

    public static int hmacSha256(HmacKey key, int value) {
        return KeyedMasks.hmacSha256(key, value);
    }

    public static long hmacSha256(HmacKey key, long value) {
        return KeyedMasks.hmacSha256(key, value);
    }

    public static byte[] hmacSha256(HmacKey key, byte[] bytes) {
        return KeyedMasks.hmacSha256(key, bytes);
    }
}
