package io.paladio.carbon.policy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A hash over named parts, written so that two different inputs never spell the same bytes: each text with its length, each
 * part with its count. Not thread-safe.
 */
public final class Fingerprint {
    private final MessageDigest digest;

    public Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Adds texts whose order counts. */
    public Fingerprint list(String part, List<String> texts) {
        text(part);
        number(texts.size());
        texts.forEach(this::text);
        return this;
    }

    /** Adds texts whose order does not count. */
    public Fingerprint set(String part, Collection<String> texts) {
        return list(part, texts.stream().sorted().toList());
    }

    /** Adds entries whose order does not count. */
    public Fingerprint map(String part, Map<String, String> entries) {
        text(part);
        number(entries.size());
        new TreeMap<>(entries).forEach((key, value) -> {
            text(key);
            text(value);
        });
        return this;
    }

    /** The hash of all that was added, {@code sha256:<hex>}. Ends the use of this object. */
    public String etag() {
        return "sha256:" + HexFormat.of().formatHex(digest.digest());
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }

    private void number(int number) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }
}
