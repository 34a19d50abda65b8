package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads a document's column selectors. */
final class ColumnParser {
    private static final Set<String> SELECTOR = Set.of("alias", "match", "cardinality");
    private static final Set<String> MATCH = Set.of("name", "all", "tag", "op", "value", "values");

    private ColumnParser() {}

    static List<ColumnSelector> columns(JsonFields document) throws DocumentFault {
        if (!document.has("columns")) {
            return List.of();
        }
        List<ColumnSelector> selectors = new ArrayList<>();
        Set<String> aliases = new HashSet<>();
        List<JsonNode> elements = document.elements("columns");
        for (int i = 0; i < elements.size(); i++) {
            selectors.add(selector(elements.get(i), document.path("columns", i), aliases));
        }
        return List.copyOf(selectors);
    }

    /** One selector; its alias joins those before it, in lower case. */
    static ColumnSelector selector(JsonNode element, String path, Set<String> aliases) throws DocumentFault {
        JsonFields fields = JsonFields.of(element, path, SELECTOR);
        ColumnSelector selector = new ColumnSelector(path, alias(fields), match(fields), cardinality(fields));
        if (!aliases.add(selector.alias().toLowerCase(Locale.ROOT))) {
            throw new DocumentFault(
                    fields.path("alias"), "The alias stands twice, case aside. Give each column its own.");
        }
        return selector;
    }

    private static String alias(JsonFields fields) throws DocumentFault {
        String alias = fields.name("alias");
        if (alias.contains(".")) {
            throw new DocumentFault(fields.path("alias"), "An alias has no dots: they name fields within a column.");
        }
        return alias;
    }

    private static ColumnMatch match(JsonFields selector) throws DocumentFault {
        JsonFields match = selector.object("match", MATCH);
        String path = selector.path("match");
        if (match.has("name")) {
            JsonFields named = JsonFields.of(selector.any("match"), path, Set.of("name"));
            return new ColumnMatch.ByName(columnName(named));
        }
        if (match.has("all")) {
            return new ColumnMatch.ByTags(TagParser.all(JsonFields.of(selector.any("match"), path, Set.of("all"))));
        }
        if (!match.has("tag")) {
            throw new DocumentFault(
                    path, "Say which columns: {\"name\": …}, {\"tag\": …, \"op\": …}, or {\"all\": [ … ]}.");
        }
        return new ColumnMatch.ByTags(
                List.of(TagParser.condition(JsonFields.of(selector.any("match"), path, TagParser.FIELDS))));
    }

    private static String columnName(JsonFields match) throws DocumentFault {
        String name = match.exactName("name");
        if (name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
            throw new DocumentFault(match.path("name"), "Between dots stand names: address.zip.");
        }
        return name;
    }

    private static Cardinality cardinality(JsonFields fields) throws DocumentFault {
        return switch (fields.wordOrFirst("cardinality", List.of("exactly_one", "optional", "each"))) {
            case "optional" -> Cardinality.OPTIONAL;
            case "each" -> Cardinality.EACH;
            default -> Cardinality.EXACTLY_ONE;
        };
    }
}
