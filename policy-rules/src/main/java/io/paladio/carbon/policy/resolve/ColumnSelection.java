package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.document.PolicyDocument.Cardinality;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which columns a policy's selectors mean (S10, S11). Immutable. */
final class ColumnSelection {
    private final List<ColumnPath> current;
    private final List<ColumnPath> read;
    private final Map<String, Map<String, String>> columnTags;

    ColumnSelection(ReadSchema schema, Map<String, Map<String, String>> columnTags) {
        this.current = ColumnPath.allOf(schema.current());
        this.read = schema.current().equals(schema.read()) ? current : ColumnPath.allOf(schema.read());
        this.columnTags = columnTags;
    }

    /** The columns of the table as it is now; as many as the selector allows. */
    List<ColumnPath> inCurrent(ColumnSelector selector) throws Unbindable {
        requireNoTagAstray(selector);
        List<ColumnPath> selected =
                current.stream().filter(path -> matches(selector.match(), path)).toList();
        if (selector.cardinality() == Cardinality.EXACTLY_ONE && selected.size() != 1) {
            throw new Unbindable(selected.isEmpty()
                    ? "a column that it needs (" + selector.alias() + ") is missing"
                    : "more than one column matches its " + selector.alias());
        }
        if (selector.cardinality() == Cardinality.OPTIONAL && selected.size() > 1) {
            throw new Unbindable("more than one column matches its " + selector.alias());
        }
        return selected;
    }

    /**
     * The columns to mask in the schema that is read: those that are meant now, found by field-id; and under time travel those
     * that the table no longer has and whose old name is meant.
     */
    List<ColumnPath> inRead(ColumnSelector selector) throws Unbindable {
        Set<Integer> meant =
                inCurrent(selector).stream().map(path -> path.column().fieldId()).collect(Collectors.toSet());
        Set<Integer> known =
                current.stream().map(path -> path.column().fieldId()).collect(Collectors.toSet());
        List<ColumnPath> selected = new ArrayList<>();
        for (ColumnPath path : read) {
            int fieldId = path.column().fieldId();
            if (meant.contains(fieldId) || (!known.contains(fieldId) && matches(selector.match(), path))) {
                selected.add(path);
            }
        }
        return List.copyOf(selected);
    }

    /** The same field in the schema that is read. */
    Optional<ColumnPath> asRead(ColumnPath path) {
        return read.stream()
                .filter(candidate -> candidate.column().fieldId() == path.column().fieldId())
                .findFirst();
    }

    /** The table's top-level columns now. */
    List<ColumnPath> topLevel() {
        return current.stream().filter(path -> !path.isNested()).toList();
    }

    private boolean matches(ColumnMatch match, ColumnPath path) {
        if (match instanceof ColumnMatch.ByName named) {
            return named.name().equals(path.path());
        }
        return TagMatch.all(((ColumnMatch.ByTags) match).all(), columnTags.getOrDefault(path.path(), Map.of()));
    }

    /** A tag on a column that is gone: most likely renamed, so the column that it protects can't be found. */
    private void requireNoTagAstray(ColumnSelector selector) throws Unbindable {
        if (selector.match() instanceof ColumnMatch.ByTags tags) {
            Set<String> names = current.stream().map(ColumnPath::path).collect(Collectors.toSet());
            boolean astray = columnTags.entrySet().stream()
                    .anyMatch(entry -> !names.contains(entry.getKey()) && TagMatch.all(tags.all(), entry.getValue()));
            if (astray) {
                throw new Unbindable("a column that carries its tag is missing from the table");
            }
        }
    }
}
