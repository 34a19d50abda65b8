package io.paladio.carbon.platform.face;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.iceberg.rest.RESTResponse;
import org.apache.iceberg.rest.responses.LoadTableResponse;

/**
 * What an answer that holds a table is known by. It names the state of the table, the caller, his kind of engine, what restricts
 * him and for how long the key lasts: whoever asks whether anything changed is told no only where he would get the same again.
 * Stateless.
 */
final class EntityTags {
    private EntityTags() {}

    /**
     * The tag of an answer, with its quotes; empty where it holds no table.
     *
     * @param restrictions what the table was sent with, as text
     * @param keyPeriod a number that changes before a key that was vended under it ends
     */
    static Optional<String> of(RESTResponse answer, FaceCaller caller, String restrictions, long keyPeriod) {
        if (!(answer instanceof LoadTableResponse table) || table.metadataLocation() == null) {
            return Optional.empty();
        }
        String whole = String.join(
                "\n",
                table.metadataLocation(),
                caller.principal(),
                caller.engine().name(),
                restrictions,
                Long.toString(keyPeriod));
        return Optional.of('"' + hash(whole) + '"');
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
