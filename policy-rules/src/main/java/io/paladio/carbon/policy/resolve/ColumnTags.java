package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tags that go along with what is read of a table's columns (S14). As policies do, tags mean columns of the table as it is now,
 * and field-ids lead from what is read to them, so that a rename can't shake a tag off. Where it can't be told which column a tag
 * means, it goes along with every one. Immutable.
 */
public final class ColumnTags {
    private final Map<String, Map<String, String>> tags;
    private final List<Names> schemas;

    /** One value of one tag. */
    public record Tag(String name, String value) {}

    /** The columns of a table by name, as it is now and as it is read. */
    private record Names(NamedColumns current, NamedColumns read) {}

    /** @param schemas those of the table that a statement reads */
    public ColumnTags(TableAnswer answer, Collection<ReadSchema> schemas) {
        this.tags = answer.columnTags();
        this.schemas = schemas.stream()
                .map(schema ->
                        new Names(new NamedColumns(schema.current(), tags), new NamedColumns(schema.read(), tags)))
                .toList();
    }

    /** The tags of a column that is read, and of the fields within it: by their path in the column, empty for the column itself. */
    public Map<String, Set<Tag>> of(String column) {
        Map<String, Set<Tag>> found = new HashMap<>();
        boolean known = false;
        for (Names schema : schemas) {
            known |= collect(column, schema, found);
            tags.forEach((name, of) -> {
                if (schema.current().named(name).isEmpty()) {
                    add("", of, found);
                }
            });
        }
        return known ? found : ofAnyColumn();
    }

    /** The tags of all columns at once, for what may hold values of each. */
    public Map<String, Set<Tag>> ofAnyColumn() {
        Map<String, Set<Tag>> found = new HashMap<>();
        tags.values().forEach(of -> add("", of, found));
        return found;
    }

    private static boolean collect(String column, Names schema, Map<String, Set<Tag>> into) {
        boolean known = false;
        for (ColumnPath path : schema.read().all()) {
            if (path.top().name().equals(column)) {
                known = true;
                Map<String, String> tags = schema.current()
                        .withId(path.column().fieldId())
                        .map(schema.current()::tagsOf)
                        .orElseGet(() -> schema.read().tagsOf(path));
                add(path.path().substring(column.length()), tags, into);
            }
        }
        return known;
    }

    private static void add(String within, Map<String, String> tags, Map<String, Set<Tag>> into) {
        String path = within.isEmpty() ? "" : within.substring(1);
        tags.forEach((tag, value) ->
                into.computeIfAbsent(path, any -> new HashSet<>()).add(new Tag(tag, value)));
    }
}
