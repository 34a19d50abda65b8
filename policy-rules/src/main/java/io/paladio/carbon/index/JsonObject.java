package io.paladio.carbon.index;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A JSON object that is read strictly: a field of another type, a duplicate key or an unknown field is a fault, never skipped
 * over, since what is skipped might have narrowed somebody. Immutable.
 */
public final class JsonObject {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final JsonNode node;
    private final String path;

    private JsonObject(JsonNode node, String path) {
        this.node = node;
        this.path = path;
    }

    /** Reads a whole text as one object. */
    public static JsonObject parse(String json) throws MalformedJson {
        try {
            return of(JSON.readTree(json), "$");
        } catch (JsonProcessingException fault) {
            throw new MalformedJson("it is no JSON, line " + line(fault));
        } catch (NumberFormatException beyond) {
            // The parser lets it through where an exponent is beyond those of BigDecimal.
            throw new MalformedJson("it holds a number that is out of range");
        }
    }

    private static JsonObject of(JsonNode node, String path) throws MalformedJson {
        if (node == null || !node.isObject()) {
            throw new MalformedJson(path + " is no object");
        }
        return new JsonObject(node, path);
    }

    /** Refuses every field but these. */
    public JsonObject allowing(String... fields) throws MalformedJson {
        Set<String> known = Set.of(fields);
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!known.contains(field.getKey())) {
                throw new MalformedJson(path + " has a field that is not known");
            }
        }
        return this;
    }

    /** Whether the field is there at all. */
    public boolean has(String field) {
        return node.has(field);
    }

    /** A string that is not empty. */
    public String text(String field) throws MalformedJson {
        JsonNode value = node.path(field);
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw new MalformedJson(at(field) + " is no text");
        }
        return value.textValue();
    }

    /** A whole number. */
    public long number(String field) throws MalformedJson {
        JsonNode value = node.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new MalformedJson(at(field) + " is no whole number");
        }
        return value.longValue();
    }

    /** True or false. */
    public boolean flag(String field) throws MalformedJson {
        JsonNode value = node.path(field);
        if (!value.isBoolean()) {
            throw new MalformedJson(at(field) + " is neither true nor false");
        }
        return value.booleanValue();
    }

    /** An object. */
    public JsonObject object(String field) throws MalformedJson {
        return of(node.path(field), at(field));
    }

    /** All fields, each an object. */
    public Map<String, JsonObject> objects() throws MalformedJson {
        Map<String, JsonObject> objects = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            objects.put(field.getKey(), of(field.getValue(), path + ".*"));
        }
        return objects;
    }

    /** An array of objects. */
    public List<JsonObject> objects(String field) throws MalformedJson {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonNode element : array(field)) {
            objects.add(of(element, at(field) + "[]"));
        }
        return objects;
    }

    /** An array of anything. */
    public List<JsonNode> array(String field) throws MalformedJson {
        JsonNode value = node.path(field);
        if (!value.isArray()) {
            throw new MalformedJson(at(field) + " is no array");
        }
        List<JsonNode> elements = new ArrayList<>();
        value.forEach(elements::add);
        return elements;
    }

    /** An array of strings. */
    public List<String> texts(String field) throws MalformedJson {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array(field)) {
            if (!element.isTextual()) {
                throw new MalformedJson(at(field) + " holds something that is no text");
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    /** This object's fields, each a string. */
    public Map<String, String> textsByName() throws MalformedJson {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!field.getValue().isTextual()) {
                throw new MalformedJson(path + " holds something that is no text");
            }
            texts.put(field.getKey(), field.getValue().textValue());
        }
        return texts;
    }

    private String at(String field) {
        return path + "." + field;
    }

    private static int line(JsonProcessingException fault) {
        return fault.getLocation() == null ? 1 : Math.max(1, fault.getLocation().getLineNr());
    }
}
