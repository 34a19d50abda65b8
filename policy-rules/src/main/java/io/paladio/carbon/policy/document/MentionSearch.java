package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.document.Mentions.Named;
import io.paladio.carbon.policy.document.Mentions.TagUse;
import io.paladio.carbon.policy.expression.ExpressionFault;
import io.paladio.carbon.policy.expression.ParsedExpression;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the names that a document takes from Index, each with its path. What is written wrongly is passed over: {@link FaultSearch}
 * tells that. Those whom its tests speak of are passed over too: they are made up. Used once, by one thread.
 */
final class MentionSearch {
    private final JsonNode json;
    private final List<Named> groups = new ArrayList<>();
    private final List<Named> principals = new ArrayList<>();
    private final List<TagUse> tags = new ArrayList<>();

    private MentionSearch(JsonNode json) {
        this.json = json;
    }

    static Mentions of(JsonNode json) {
        return new MentionSearch(json).all();
    }

    private Mentions all() {
        for (String audience : List.of("to", "except")) {
            String path = JsonPath.field("$", audience);
            groups.addAll(named(json.path(audience).path("groups"), JsonPath.field(path, "groups")));
            principals.addAll(named(json.path(audience).path("principals"), JsonPath.field(path, "principals")));
        }
        conditions(json.path("when"), "$.when");
        JsonNode columns = json.path("columns");
        for (int i = 0; i < columns.size(); i++) {
            String path = JsonPath.field(JsonPath.element("$.columns", i), "match");
            condition(columns.path(i).path("match"), path);
            conditions(columns.path(i).path("match"), path);
        }
        members(json.path("expression"), "$.expression");
        members(json.path("mask").path("expression"), "$.mask.expression");
        members(json.path("unless"), "$.unless");
        return new Mentions(groups, principals, tags);
    }

    private void conditions(JsonNode parent, String path) {
        JsonNode all = parent.path("all");
        for (int i = 0; i < all.size(); i++) {
            condition(all.path(i), JsonPath.element(JsonPath.field(path, "all"), i));
        }
    }

    private void condition(JsonNode condition, String path) {
        if (condition.path("tag").isTextual()) {
            List<Named> values = new ArrayList<>(named(condition.path("values"), JsonPath.field(path, "values")));
            if (condition.path("value").isTextual()) {
                values.add(named(condition, path, "value"));
            }
            tags.add(new TagUse(named(condition, path, "tag"), values));
        }
    }

    private void members(JsonNode expression, String path) {
        try {
            for (String group : new TreeSet<>(
                    ParsedExpression.parse(expression.path("sql").asText()).groups())) {
                groups.add(new Named(JsonPath.field(path, "sql"), group));
            }
        } catch (ExpressionFault illegible) {
            // Told as a fault of the document.
        }
    }

    private static Named named(JsonNode parent, String path, String field) {
        return new Named(JsonPath.field(path, field), parent.path(field).textValue());
    }

    private static List<Named> named(JsonNode elements, String path) {
        List<Named> named = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.path(i).isTextual()) {
                named.add(new Named(JsonPath.element(path, i), elements.path(i).textValue()));
            }
        }
        return named;
    }
}
