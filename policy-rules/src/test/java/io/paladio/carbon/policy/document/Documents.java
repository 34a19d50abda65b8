package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The two sample documents, and ways to change one thing in them. */
final class Documents {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Documents() {}

    static ObjectNode sample(String kind) {
        String file = kind.equals("mask") ? "/document/column-mask.json" : "/document/row-filter.json";
        try (InputStream stream = Documents.class.getResourceAsStream(file)) {
            ObjectNode sample = (ObjectNode) JSON.readTree(stream);
            return kind.equals("untested") ? sample.without("tests") : sample;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** The sample with the value at the pointer set; "-" removes it. */
    static ObjectNode changed(String kind, String pointer, String value) {
        ObjectNode document = sample(kind);
        JsonPointer place = JsonPointer.compile(pointer);
        JsonNode parent = document.at(place.head());
        String name = place.last().getMatchingProperty();
        if (parent instanceof ArrayNode array) {
            array.set(place.last().getMatchingIndex(), json(value));
        } else if (value.equals("-")) {
            ((ObjectNode) parent).remove(name);
        } else {
            ((ObjectNode) parent).set(name, json(value));
        }
        return document;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
