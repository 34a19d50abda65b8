package io.paladio.carbon.differential;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The hash masks, from the standard's words: little-endian numbers, lower-case hexadecimal. */
final class OracleHash {
    private OracleHash() {}

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static byte[] hmac(byte[] key, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** How a value is handed to the hash. */
    interface Digest {
        byte[] of(byte[] bytes);
    }

    static Object masked(Object raw, Digest digest) {
        if (raw instanceof String text) {
            return HexFormat.of().formatHex(digest.of(text.getBytes(StandardCharsets.UTF_8)));
        }
        if (raw instanceof Integer number) {
            return little(digest.of(little(Integer.BYTES).putInt(number).array()))
                    .getInt();
        }
        if (raw instanceof Long number) {
            return little(digest.of(little(Long.BYTES).putLong(number).array())).getLong();
        }
        return ByteBuffer.wrap(digest.of(((ByteBuffer) raw).array()));
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
