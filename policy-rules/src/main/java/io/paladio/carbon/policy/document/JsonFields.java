package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** One object of a document, read strictly: every accessor either has the value or the fault with its path. Immutable. */
final class JsonFields {
    private static final int LONGEST_NAME = 256;

    private final JsonNode node;
    private final String path;

    private JsonFields(JsonNode node, String path) {
        this.node = node;
        this.path = path;
    }

    /** The object that must stand here, with no other fields than these. */
    static JsonFields of(JsonNode node, String path, Set<String> known) throws DocumentFault {
        if (!node.isObject()) {
            throw new DocumentFault(path, "An object { … } is expected here.");
        }
        for (DocumentFault unknown : unknown(node, path, known)) {
            throw unknown;
        }
        return new JsonFields(node, path);
    }

    /** The object that stands here, whatever fields it has. */
    static JsonFields whatever(JsonNode node, String path) {
        return new JsonFields(node, path);
    }

    /** A fault for each field that is none of these. */
    static List<DocumentFault> unknown(JsonNode node, String path, Set<String> known) {
        List<DocumentFault> faults = new ArrayList<>();
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                faults.add(new DocumentFault(
                        JsonPath.field(path, name),
                        "The field is not known here. Known are: " + String.join(", ", new TreeSet<>(known)) + "."));
            }
        }
        return faults;
    }

    String path() {
        return path;
    }

    String path(String field) {
        return JsonPath.field(path, field);
    }

    boolean has(String field) {
        return node.has(field);
    }

    /** The field's value, whatever it is. */
    JsonNode any(String field) throws DocumentFault {
        JsonNode value = node.get(field);
        if (value == null) {
            throw new DocumentFault(path(field), "The field is missing. Write it.");
        }
        return value;
    }

    JsonFields object(String field, Set<String> known) throws DocumentFault {
        return of(any(field), path(field), known);
    }

    /** A name: some visible text of bounded length. */
    String name(String field) throws DocumentFault {
        return name(any(field), path(field));
    }

    static String name(JsonNode value, String path) throws DocumentFault {
        if (!value.isTextual()) {
            throw new DocumentFault(path, "A string \"…\" is expected here.");
        }
        String text = value.textValue();
        boolean visible = !text.isBlank() && text.codePoints().noneMatch(Character::isISOControl);
        if (!visible || text.length() > LONGEST_NAME) {
            throw new DocumentFault(
                    path, "A name has 1 to " + LONGEST_NAME + " characters, no control characters, and is not blank.");
        }
        return text;
    }

    /** The name of something that there is: a wildcard would name nothing, and bind nobody. */
    String exactName(String field) throws DocumentFault {
        return exactName(any(field), path(field));
    }

    private static String exactName(JsonNode value, String path) throws DocumentFault {
        String name = name(value, path);
        if (name.contains("*")) {
            throw new DocumentFault(path, "A wildcard is not known here. Write the name itself.");
        }
        return name;
    }

    /** A text of any length. */
    String text(String field) throws DocumentFault {
        JsonNode value = any(field);
        if (!value.isTextual()) {
            throw new DocumentFault(path(field), "A string \"…\" is expected here.");
        }
        return value.textValue();
    }

    /** One of the words. */
    String word(String field, List<String> words) throws DocumentFault {
        JsonNode value = any(field);
        if (!value.isTextual() || !words.contains(value.textValue())) {
            throw new DocumentFault(path(field), "Write one of: " + String.join(", ", words) + ".");
        }
        return value.textValue();
    }

    /** One of the words; the first where the field is left out. */
    String wordOrFirst(String field, List<String> words) throws DocumentFault {
        return has(field) ? word(field, words) : words.get(0);
    }

    int positive(String field) throws DocumentFault {
        JsonNode value = any(field);
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1) {
            throw new DocumentFault(path(field), "A whole number from 1 to 2147483647 is expected here.");
        }
        return value.intValue();
    }

    boolean flagOr(String field, Truthful standard) throws DocumentFault {
        if (!has(field)) {
            return standard == Truthful.YES;
        }
        JsonNode value = any(field);
        if (!value.isBoolean()) {
            throw new DocumentFault(path(field), "Write true or false.");
        }
        return value.booleanValue();
    }

    /** What a flag is where it is left out. */
    enum Truthful {
        YES,
        NO
    }

    /** The elements of an array that is not empty. */
    List<JsonNode> someElements(String field) throws DocumentFault {
        List<JsonNode> elements = elements(field);
        if (elements.isEmpty()) {
            throw new DocumentFault(
                    path(field), "An empty array says nothing. Write an element, or leave out what holds it.");
        }
        return elements;
    }

    /** The elements of an array. */
    List<JsonNode> elements(String field) throws DocumentFault {
        JsonNode value = any(field);
        if (!value.isArray()) {
            throw new DocumentFault(path(field), "An array [ … ] is expected here.");
        }
        List<JsonNode> elements = new ArrayList<>();
        value.forEach(elements::add);
        return elements;
    }

    /** The path of one element. */
    String path(String field, int index) {
        return JsonPath.element(path(field), index);
    }

    /** An array of one or more exact names, none twice. */
    Set<String> names(String field) throws DocumentFault {
        return names(field, someElements(field));
    }

    /** An array of exact names, or none where the field is left out. */
    Set<String> namesOrNone(String field) throws DocumentFault {
        return has(field) ? names(field, elements(field)) : Set.of();
    }

    private Set<String> names(String field, List<JsonNode> elements) throws DocumentFault {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < elements.size(); i++) {
            if (!names.add(exactName(elements.get(i), path(field, i)))) {
                throw new DocumentFault(path(field, i), "The name stands twice. Write it once.");
            }
        }
        return Set.copyOf(names);
    }
}
