package io.paladio.carbon.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that grants, tags and policies attach to: a catalog, a schema or a table, as a path of one to three names.
 *
 * <p>Compared part by part, never as joined text, so that dots within names can't make two securables equal.
 */
public record Securable(List<String> path) {
    public Securable {
        path = List.copyOf(path);
        if (path.isEmpty() || path.size() > 3 || path.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a securable is catalog[.schema[.table]]");
        }
    }

    /** The table {@code catalog.schema.table}. */
    public static Securable table(String catalog, String schema, String table) {
        return new Securable(List.of(catalog, schema, table));
    }

    /**
     * Reads {@code catalog[.schema[.table]]}; a part with a dot, a back-tick or an asterisk is quoted with back-ticks, as in SQL.
     * An asterisk that is not is a wildcard, and no name.
     *
     * @throws IllegalArgumentException if the text is no such path
     */
    public static Securable parse(String text) {
        return new Securable(SecurableText.split(text));
    }

    /** Whether the other securable is this one or lies within it. */
    public boolean contains(Securable other) {
        return other.path.size() >= path.size()
                && other.path.subList(0, path.size()).equals(path);
    }

    /** This securable and what it lies in, outermost first. */
    public List<Securable> lineage() {
        List<Securable> lineage = new ArrayList<>();
        for (int length = 1; length <= path.size(); length++) {
            lineage.add(new Securable(path.subList(0, length)));
        }
        return List.copyOf(lineage);
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return SecurableText.join(path);
    }
}
