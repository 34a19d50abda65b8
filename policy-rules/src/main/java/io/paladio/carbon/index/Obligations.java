package io.paladio.carbon.index;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.paladio.carbon.policy.Securable;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the rows that a statement adds to a table owe: the tags of the columns that they come from (S14).
 *
 * @param statement the id of the statement
 * @param columns tags by column name (nested: dotted path)
 */
public record Obligations(String statement, Securable table, Map<String, Map<String, String>> columns) {
    private static final int FORMAT = 1;

    public Obligations {
        Map<String, Map<String, String>> copied = new HashMap<>();
        columns.forEach((column, tags) -> copied.put(column, Map.copyOf(tags)));
        columns = Map.copyOf(copied);
    }

    /** Whether a column would have two values of one tag, beside the tags that it has. */
    public boolean contradicts(Map<String, Map<String, String>> known) {
        return columns.entrySet().stream()
                .anyMatch(column -> column.getValue().entrySet().stream()
                        .anyMatch(tag -> !tag.getValue()
                                .equals(known.getOrDefault(column.getKey(), Map.of())
                                        .getOrDefault(tag.getKey(), tag.getValue()))));
    }

    /** What of it is not among the tags that columns have. */
    public Obligations beyond(Map<String, Map<String, String>> known) {
        Map<String, Map<String, String>> added = new HashMap<>();
        columns.forEach((column, tags) -> {
            Map<String, String> left = new HashMap<>(tags);
            left.keySet().removeAll(known.getOrDefault(column, Map.of()).keySet());
            if (!left.isEmpty()) {
                added.put(column, left);
            }
        });
        return new Obligations(statement, table, added);
    }

    /** The same for a database function and for a folder. */
    public String toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("format", FORMAT).put("statement", statement).put("securable", table.toString());
        ObjectNode owed = json.putObject("columns");
        new TreeMap<>(columns).forEach((column, tags) -> {
            ObjectNode named = owed.putObject(column);
            new TreeMap<>(tags).forEach(named::put);
        });
        return json.toString();
    }

    /** Reads what {@link #toJson} writes. */
    public static Obligations of(JsonObject json) throws MalformedJson {
        json.allowing("format", "statement", "securable", "columns");
        if (json.number("format") != FORMAT) {
            throw new MalformedJson("its format is not " + FORMAT);
        }
        Map<String, Map<String, String>> columns = new HashMap<>();
        for (Map.Entry<String, JsonObject> column :
                json.object("columns").objects().entrySet()) {
            columns.put(column.getKey(), column.getValue().textsByName());
        }
        return new Obligations(json.text("statement"), table(json.text("securable")), columns);
    }

    private static Securable table(String text) throws MalformedJson {
        try {
            Securable securable = Securable.parse(text);
            if (securable.lineage().size() == 3) {
                return securable;
            }
            throw new MalformedJson("$.securable is no table");
        } catch (IllegalArgumentException fault) {
            throw new MalformedJson("$.securable is no catalog.schema.table");
        }
    }
}
