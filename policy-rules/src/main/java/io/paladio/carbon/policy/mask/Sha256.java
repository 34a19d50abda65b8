package io.paladio.carbon.policy.mask;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 with the encodings of the standard's hash masks. One digest a thread, so that a row costs no look-up of a provider. */
final class Sha256 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final ThreadLocal<MessageDigest> DIGEST = ThreadLocal.withInitial(Sha256::create);

    private Sha256() {}

    static byte[] digest(byte[] bytes) {
        return DIGEST.get().digest(bytes);
    }

    static byte[] digest(byte[] prefix, byte[] bytes) {
        MessageDigest digest = DIGEST.get();
        digest.update(prefix);
        return digest.digest(bytes);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(int value) {
        byte[] bytes = new byte[Integer.BYTES];
        INT.set(bytes, 0, value);
        return bytes;
    }

    static byte[] bytes(long value) {
        byte[] bytes = new byte[Long.BYTES];
        LONG.set(bytes, 0, value);
        return bytes;
    }

    static int firstInt(byte[] digest) {
        return (int) INT.get(digest, 0);
    }

    static long firstLong(byte[] digest) {
        return (long) LONG.get(digest, 0);
    }

    static String hexadecimal(byte[] digest) {
        byte[] text = new byte[2 * digest.length];
        for (int i = 0; i < digest.length; i++) {
            text[2 * i] = DIGITS[(digest[i] >> 4) & 0xf];
            text[2 * i + 1] = DIGITS[digest[i] & 0xf];
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static MessageDigest create() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime has SHA-256", impossible);
        }
    }
}
