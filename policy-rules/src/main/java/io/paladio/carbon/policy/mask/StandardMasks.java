package io.paladio.carbon.policy.mask;

/**
 * The mask kinds of the Iceberg REST specification on Java values, byte for byte (S6): the reference that compiled masks call
 * on executors.
 *
 * <p>NULL never reaches these functions: every kind here keeps NULL, and a caller hands on only what is not NULL. The kind
 * {@code mask-to-fixed-value} replaces NULL too; its values are in {@link FixedValues}. Dates are days and timestamps
 * microseconds since 1970-01-01 UTC, before it negative. Stateless and thread-safe.
 */
public final class StandardMasks {
    private static final int SHOWN = 4;
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private StandardMasks() {}

    /** {@code mask-alphanum}: digits become n, {@code ( ) , . - @} stay, every other code point becomes x. */
    public static String maskAlphanum(String text) {
        return text.isEmpty() ? text : AlphanumMask.of(text, 0, text.length());
    }

    /** {@code show-first-4}: four code points stay, the rest is masked; up to four code points are returned as they are. */
    public static String showFirst4(String text) {
        if (isShort(text)) {
            return text;
        }
        int shown = text.offsetByCodePoints(0, SHOWN);
        return text.substring(0, shown).concat(AlphanumMask.of(text, shown, text.length()));
    }

    /** {@code show-last-4}: four code points stay, the rest is masked; up to four code points are returned as they are. */
    public static String showLast4(String text) {
        if (isShort(text)) {
            return text;
        }
        int shown = text.offsetByCodePoints(text.length(), -SHOWN);
        return AlphanumMask.of(text, 0, shown).concat(text.substring(shown));
    }

    /** {@code truncate-to-year} of a date. A year that begins before the first date there is begins with that date. */
    public static int truncateDateToYear(int days) {
        return (int) Math.max(Integer.MIN_VALUE, CivilDays.yearStart(days));
    }

    /** {@code truncate-to-month} of a date. */
    public static int truncateDateToMonth(int days) {
        return (int) Math.max(Integer.MIN_VALUE, CivilDays.monthStart(days));
    }

    /** {@code truncate-to-year} of a timestamp with or without zone, in UTC. */
    public static long truncateMicrosToYear(long micros) {
        return startMicros(CivilDays.yearStart(Math.floorDiv(micros, MICROS_PER_DAY)));
    }

    /** {@code truncate-to-month} of a timestamp with or without zone, in UTC. */
    public static long truncateMicrosToMonth(long micros) {
        return startMicros(CivilDays.monthStart(Math.floorDiv(micros, MICROS_PER_DAY)));
    }

    /** {@code sha-256-global} of a string: 64 lower-case hexadecimal digits over its UTF-8 bytes. */
    public static String sha256Global(String text) {
        return Sha256.hexadecimal(Sha256.digest(Sha256.bytes(text)));
    }

    /** {@code sha-256-global} of an int: over its 4 bytes, the first 4 of the digest; both little-endian. */
    public static int sha256Global(int value) {
        return Sha256.firstInt(Sha256.digest(Sha256.bytes(value)));
    }

    /** {@code sha-256-global} of a long: over its 8 bytes, the first 8 of the digest; both little-endian. */
    public static long sha256Global(long value) {
        return Sha256.firstLong(Sha256.digest(Sha256.bytes(value)));
    }

    /** {@code sha-256-global} of bytes: the 32 bytes of the digest. */
    public static byte[] sha256Global(byte[] bytes) {
        return Sha256.digest(bytes);
    }

    /** {@code sha-256-query-local}: as {@link #sha256Global(String)}, the salt before the bytes. */
    public static String sha256QueryLocal(QuerySalt salt, String text) {
        return Sha256.hexadecimal(salt.digest(Sha256.bytes(text)));
    }

    /** {@code sha-256-query-local}: as {@link #sha256Global(int)}, the salt before the bytes. */
    public static int sha256QueryLocal(QuerySalt salt, int value) {
        return Sha256.firstInt(salt.digest(Sha256.bytes(value)));
    }

    /** {@code sha-256-query-local}: as {@link #sha256Global(long)}, the salt before the bytes. */
    public static long sha256QueryLocal(QuerySalt salt, long value) {
        return Sha256.firstLong(salt.digest(Sha256.bytes(value)));
    }

    /** {@code sha-256-query-local}: as {@link #sha256Global(byte[])}, the salt before the bytes. */
    public static byte[] sha256QueryLocal(QuerySalt salt, byte[] bytes) {
        return salt.digest(bytes);
    }

    private static boolean isShort(String text) {
        return text.length() <= 2 * SHOWN && text.codePointCount(0, text.length()) <= SHOWN;
    }

    private static long startMicros(long days) {
        return days < Long.MIN_VALUE / MICROS_PER_DAY ? Long.MIN_VALUE : days * MICROS_PER_DAY;
    }
}
