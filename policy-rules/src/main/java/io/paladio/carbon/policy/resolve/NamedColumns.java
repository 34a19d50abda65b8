package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The columns of one schema by the names that policies and tags know them by: the column written so, else every column that
 * differs in case alone, since the engine's users don't tell them apart either. Immutable.
 */
final class NamedColumns {
    private final List<ColumnPath> paths;
    private final Map<Integer, ColumnPath> byId = new HashMap<>();
    private final Map<String, List<ColumnPath>> byName = new HashMap<>();
    private final Map<String, List<ColumnPath>> byNameInAnyCase = new HashMap<>();
    private final Map<String, Map<String, String>> tags = new HashMap<>();

    NamedColumns(TableSchema schema, Map<String, Map<String, String>> columnTags) {
        this.paths = ColumnPath.allOf(schema);
        for (ColumnPath path : paths) {
            byId.putIfAbsent(path.column().fieldId(), path);
            byName.computeIfAbsent(path.path(), name -> new ArrayList<>()).add(path);
            byNameInAnyCase
                    .computeIfAbsent(anyCase(path.path()), name -> new ArrayList<>())
                    .add(path);
        }
        new TreeMap<>(columnTags).forEach((name, ofColumn) -> named(name).forEach(path -> tag(path, ofColumn)));
    }

    List<ColumnPath> all() {
        return paths;
    }

    List<ColumnPath> named(String name) {
        List<ColumnPath> exact = byName.getOrDefault(name, List.of());
        return exact.isEmpty() ? byNameInAnyCase.getOrDefault(anyCase(name), List.of()) : exact;
    }

    Map<String, String> tagsOf(ColumnPath path) {
        return tags.getOrDefault(path.path(), Map.of());
    }

    Optional<ColumnPath> withId(int fieldId) {
        return Optional.ofNullable(byId.get(fieldId));
    }

    private void tag(ColumnPath path, Map<String, String> ofColumn) {
        tags.computeIfAbsent(path.path(), name -> new HashMap<>()).putAll(ofColumn);
    }

    private static String anyCase(String name) {
        return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
