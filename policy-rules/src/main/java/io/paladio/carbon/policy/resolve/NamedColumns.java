package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The columns of one schema by the names that policies and tags know them by: the column written so, else every column that
 * differs in case alone, since the engine's users don't tell them apart either. Immutable.
 */
final class NamedColumns {
    private final List<ColumnPath> paths;
    private final Map<String, Map<String, String>> tags;

    NamedColumns(TableSchema schema, Map<String, Map<String, String>> columnTags) {
        this.paths = ColumnPath.allOf(schema);
        this.tags = new HashMap<>();
        new TreeMap<>(columnTags).forEach((name, ofColumn) -> named(name).forEach(path -> tags.computeIfAbsent(
                        path.path(), column -> new HashMap<>())
                .putAll(ofColumn)));
    }

    List<ColumnPath> all() {
        return paths;
    }

    List<ColumnPath> named(String name) {
        List<ColumnPath> exact =
                paths.stream().filter(path -> path.path().equals(name)).toList();
        return exact.isEmpty()
                ? paths.stream().filter(path -> path.path().equalsIgnoreCase(name)).toList()
                : exact;
    }

    Map<String, String> tagsOf(ColumnPath path) {
        return tags.getOrDefault(path.path(), Map.of());
    }

    Optional<ColumnPath> withId(int fieldId) {
        return paths.stream().filter(path -> path.column().fieldId() == fieldId).findFirst();
    }
}
