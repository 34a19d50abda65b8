package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which columns a policy's selectors mean (S10, S11). Immutable. */
final class ColumnSelection {
    private final NamedColumns current;
    private final NamedColumns read;
    private final Map<String, Map<String, String>> columnTags;

    ColumnSelection(ReadSchema schema, Map<String, Map<String, String>> columnTags) {
        this.current = new NamedColumns(schema.current(), columnTags);
        this.read = schema.isAsIs() ? current : new NamedColumns(schema.read(), columnTags);
        this.columnTags = columnTags;
    }

    /** The columns of the table as it is now; as many as the selector allows. */
    List<ColumnPath> inCurrent(ColumnSelector selector) throws Unbindable {
        requireNoTagAstray(selector);
        List<ColumnPath> selected = selected(selector.match(), current);
        if (selector.cardinality() == Cardinality.EXACTLY_ONE && selected.isEmpty()) {
            throw new Unbindable("a column that it needs (" + selector.alias() + ") is missing", match(selector));
        }
        if (selector.cardinality() != Cardinality.EACH && selected.size() > 1) {
            throw new Unbindable("more than one column matches its " + selector.alias(), match(selector));
        }
        return selected;
    }

    /**
     * The columns that are meant in the schema that is read: those that are meant now, found by field-id; and under time travel
     * those that the table no longer has and whose old name is meant.
     */
    List<ColumnPath> inRead(ColumnSelector selector) throws Unbindable {
        Set<Integer> now = inCurrent(selector).stream()
                .map(path -> path.column().fieldId())
                .collect(Collectors.toSet());
        Set<ColumnPath> byOldName = Set.copyOf(selected(selector.match(), read));
        return read.all().stream()
                .filter(path -> now.contains(path.column().fieldId()) || (isGone(path) && byOldName.contains(path)))
                .toList();
    }

    /** The same field in the schema that is read. */
    Optional<ColumnPath> asRead(ColumnPath path) {
        return read.withId(path.column().fieldId());
    }

    /** The table's top-level columns now. */
    List<ColumnPath> topLevel() {
        return current.all().stream().filter(path -> !path.isNested()).toList();
    }

    private boolean isGone(ColumnPath path) {
        return current.withId(path.column().fieldId()).isEmpty();
    }

    private static List<ColumnPath> selected(ColumnMatch match, NamedColumns columns) {
        if (match instanceof ColumnMatch.ByName named) {
            return columns.named(named.name());
        }
        ColumnMatch.ByTags tags = (ColumnMatch.ByTags) match;
        return columns.all().stream()
                .filter(path -> TagMatch.all(tags.all(), columns.tagsOf(path)))
                .toList();
    }

    private static String match(ColumnSelector selector) {
        return selector.path() + ".match";
    }

    /** A tag on a column that is gone: most likely renamed, so the column that it protects can't be found. */
    private void requireNoTagAstray(ColumnSelector selector) throws Unbindable {
        if (selector.match() instanceof ColumnMatch.ByTags tags) {
            boolean astray = columnTags.entrySet().stream()
                    .filter(entry -> TagMatch.all(tags.all(), entry.getValue()))
                    .anyMatch(entry -> current.named(entry.getKey()).isEmpty());
            if (astray) {
                throw new Unbindable("a column that carries its tag is missing from the table", match(selector));
            }
        }
    }
}
