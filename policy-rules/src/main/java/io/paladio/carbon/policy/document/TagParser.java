package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.document.PolicyDocument.TagCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads conditions on tags. */
final class TagParser {
    static final Set<String> FIELDS = Set.of("tag", "op", "value", "values");

    private TagParser() {}

    /** The conditions of {@code {"all": […]}}. */
    static List<TagCondition> all(JsonFields fields) throws DocumentFault {
        List<TagCondition> conditions = new ArrayList<>();
        List<JsonNode> elements = fields.someElements("all");
        for (int i = 0; i < elements.size(); i++) {
            conditions.add(condition(JsonFields.of(elements.get(i), fields.path("all", i), FIELDS)));
        }
        return List.copyOf(conditions);
    }

    static TagCondition condition(JsonFields fields) throws DocumentFault {
        String tag = fields.exactName("tag");
        return switch (fields.word("op", List.of("eq", "in", "exists"))) {
            case "eq" -> {
                refuse(fields, "values", "eq takes one value. Write \"value\", or op in.");
                yield new TagCondition(tag, Set.of(fields.exactName("value")));
            }
            case "in" -> {
                refuse(fields, "value", "in takes several values. Write \"values\", or op eq.");
                yield new TagCondition(tag, fields.names("values"));
            }
            default -> {
                refuse(fields, "value", "exists takes no value. Leave it out, or write op eq.");
                refuse(fields, "values", "exists takes no values. Leave them out, or write op in.");
                yield new TagCondition(tag, Set.of());
            }
        };
    }

    private static void refuse(JsonFields fields, String field, String problem) throws DocumentFault {
        if (fields.has(field)) {
            throw new DocumentFault(fields.path(field), problem);
        }
    }
}
