package io.paladio.carbon.policy.restriction;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/** The text of restrictions as a tree and back; bounded, and without anything that stands twice. */
final class RestrictionJson {
    private static final int LONGEST = 1024 * 1024;
    /** Filters are read by recursion, each level of them one of the text. */
    private static final int DEEPEST = 200;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    static {
        JSON.getFactory()
                .setStreamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build());
    }

    private RestrictionJson() {}

    static ReadRestrictions canonical(String json) throws RestrictionFault {
        JsonNode node = parse(json);
        if (node.isNull()) {
            return ReadRestrictions.NONE;
        }
        try {
            String canonical = JSON.writeValueAsString(node);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return new ReadRestrictions(canonical, "sha256:" + HexFormat.of().formatHex(digest));
        } catch (JsonProcessingException unwritable) {
            throw new RestrictionFault("they have no canonical form");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The parser's own message may quote the text, so it is not told. */
    static JsonNode parse(String json) throws RestrictionFault {
        if (json.length() > LONGEST) {
            throw new RestrictionFault("they are longer than " + LONGEST + " characters");
        }
        try {
            JsonNode node = JSON.readTree(json);
            if (node != null && !node.isMissingNode()) {
                return node;
            }
        } catch (JsonProcessingException | NumberFormatException fault) {
            // Told below. The parser lets the second through where an exponent is beyond those of BigDecimal.
        }
        throw new RestrictionFault("they are no JSON of at most " + DEEPEST + " levels without repeated fields");
    }

    /** An object that has these fields and no other. */
    static JsonNode exactly(JsonNode object, String what, String... fields) throws RestrictionFault {
        atMost(object, what, fields);
        for (String field : fields) {
            if (!object.has(field)) {
                throw new RestrictionFault(what + " lacks its " + field);
            }
        }
        return object;
    }

    /** An object that has some of these fields and no other: what is not known might restrict further. */
    static JsonNode atMost(JsonNode object, String what, String... fields) throws RestrictionFault {
        if (!object.isObject()) {
            throw new RestrictionFault(what + " is no object");
        }
        Set<String> known = Set.of(fields);
        if (object.properties().stream().anyMatch(field -> !known.contains(field.getKey()))) {
            throw new RestrictionFault(what + " has a field that is not known");
        }
        return object;
    }

    /** What kind of expression an object is; empty where it does not say so. */
    static String type(JsonNode object) {
        JsonNode type = object.path("type");
        return type.isTextual() ? type.textValue() : "";
    }

    static String text(JsonNode object, String field, String what) throws RestrictionFault {
        JsonNode value = object.path(field);
        if (!value.isTextual()) {
            throw new RestrictionFault(what + " has a " + field + " that is no text");
        }
        return value.textValue();
    }

    static int fieldId(JsonNode object, String field, String what) throws RestrictionFault {
        JsonNode value = object.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw new RestrictionFault(what + " has a " + field + " that is no field-id");
        }
        return value.intValue();
    }
}
