package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A document's text as a tree and back in its canonical form: keys sorted, no white space. */
final class JsonText {
    private static final int LONGEST = 1024 * 1024;
    private static final int DEEPEST = 32;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .build();

    static {
        JSON.getFactory()
                .setStreamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build());
    }

    private JsonText() {}

    static JsonNode parse(String json) throws DocumentFault {
        if (json.length() > LONGEST) {
            throw new DocumentFault("$", "A document has at most " + LONGEST + " characters. Split the policy.");
        }
        try (JsonParser parser = JSON.createParser(json)) {
            return parse(parser);
        } catch (IOException impossible) {
            throw new DocumentFault("$", "The document can't be read.");
        }
    }

    private static JsonNode parse(JsonParser parser) throws DocumentFault, IOException {
        try {
            JsonNode node = JSON.readTree(parser);
            if (node == null || parser.nextToken() != null) {
                throw new DocumentFault("$", "The text is not one JSON object. Write exactly one.");
            }
            return node;
        } catch (JsonProcessingException fault) {
            throw described(parser, fault);
        } catch (NumberFormatException beyond) {
            // The parser lets it through where an exponent is beyond those of BigDecimal.
            throw new DocumentFault(
                    JsonPath.of(parser.getParsingContext()), "The number is out of range. Write a shorter exponent.");
        }
    }

    /** The parser's own message may quote the text, so it is not told. */
    private static DocumentFault described(JsonParser parser, JsonProcessingException fault) {
        String original = String.valueOf(fault.getOriginalMessage());
        if (original.startsWith("Duplicate field")) {
            return new DocumentFault(JsonPath.of(parser.getParsingContext()), "The field stands twice. Write it once.");
        }
        int line = fault.getLocation() == null ? 1 : fault.getLocation().getLineNr();
        int column = fault.getLocation() == null ? 1 : fault.getLocation().getColumnNr();
        return new DocumentFault(
                "$",
                "The text is no JSON of at most " + DEEPEST + " levels: see line " + line + ", column " + column + ".");
    }

    /** {@code sha256:<hex>} of the canonical form (S21). */
    static String etag(JsonNode document) throws DocumentFault {
        try {
            byte[] canonical = JSON.writeValueAsString(document).getBytes(StandardCharsets.UTF_8);
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
        } catch (JsonProcessingException unwritable) {
            throw new DocumentFault("$", "The document has no canonical form.");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime has SHA-256", impossible);
        }
    }
}
