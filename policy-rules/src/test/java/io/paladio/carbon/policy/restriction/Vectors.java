package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Conformance vectors, written down from the text of the Iceberg REST and expressions specifications. */
public final class Vectors {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Vectors() {}

    /** One of them; its rule says what it shows. */
    public record Vector(JsonNode json) {
        /** The value of a field; a missing node where there is none. */
        public JsonNode at(String field) {
            return json.path(field);
        }

        @Override
        public String toString() {
            JsonNode what = json.has("filter") ? at("filter") : at("sent");
            return at("rule").asText() + ": " + what;
        }
    }

    /** Those of a file. */
    public static List<Vector> of(String file) {
        try (InputStream stream = Vectors.class.getResourceAsStream("/read-restrictions/" + file)) {
            List<Vector> vectors = new ArrayList<>();
            JSON.readTree(Objects.requireNonNull(stream, file)).forEach(json -> vectors.add(new Vector(json)));
            return vectors;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
