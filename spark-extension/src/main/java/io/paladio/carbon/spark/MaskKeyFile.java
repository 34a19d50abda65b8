package io.paladio.carbon.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.policy.mask.HmacKey;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of {@code hmac-sha-256} masks: {@code {"name": "key in Base64"}}. Read anew for each statement that needs one, so that
 * keys come and go without a restart. A file that can't be used leaves no keys, not the old ones. Immutable and thread-safe.
 */
record MaskKeyFile(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(MaskKeyFile.class);
    private static final int LEAST_BYTES = 32;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The keys by their names; none where the file can't be used, which the log then says. */
    Map<String, HmacKey> keys() {
        try {
            return require();
        } catch (Refusal unusable) {
            LOG.warn("No hmac-sha-256 mask can be applied: {}", unusable.getMessage());
            return Map.of();
        }
    }

    /**
     * The keys by their names.
     *
     * @throws Refusal CONFIG_INVALID where the file can't be used; quotes neither the file's text nor its place
     */
    Map<String, HmacKey> require() {
        JsonNode document = document();
        if (document == null || !document.isObject()) {
            throw unusable("its file is not one JSON object");
        }
        Map<String, HmacKey> keys = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry : document.properties()) {
            keys.put(entry.getKey(), key(entry.getValue()));
        }
        return Map.copyOf(keys);
    }

    // The parser's message would quote the text, which is secret.
    private JsonNode document() {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (NoSuchFileException missing) {
            throw unusable("its file does not exist");
        } catch (JsonProcessingException | CharacterCodingException unreadable) {
            throw unusable("its file can't be read as JSON");
        } catch (IOException unreadable) {
            throw unusable("its file can't be read");
        }
    }

    private static HmacKey key(JsonNode value) {
        if (!value.isTextual()) {
            throw unusable("a key in its file is not a string");
        }
        byte[] bytes = decoded(value.textValue());
        if (bytes.length < LEAST_BYTES) {
            throw unusable("a key in its file has fewer than " + LEAST_BYTES + " bytes");
        }
        return HmacKey.of(bytes);
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            throw unusable("a key in its file is not Base64");
        }
    }

    private static Refusal unusable(String reason) {
        return ConfigReader.invalid(CarbonKey.MASK_KEYS_FILE.key(), reason);
    }

    /** Names no location. */
    @Override
    public String toString() {
        return "MaskKeyFile";
    }
}
