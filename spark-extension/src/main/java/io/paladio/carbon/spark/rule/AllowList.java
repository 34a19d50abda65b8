package io.paladio.carbon.spark.rule;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A list of names that are allowed, kept as data: one name a line, groups under a comment that says why the group is safe.
 *
 * <p>What is not on a list is refused, so a list that can't be read stops the engine instead of allowing nothing quietly.
 * Immutable.
 */
public final class AllowList {
    private static final String FOLDER = "/io/paladio/carbon/spark/allow/";

    private final Set<String> names;

    private AllowList(Set<String> names) {
        this.names = names;
    }

    /** Reads the list that the jar ships under this name. */
    public static AllowList shipped(String file) {
        try (InputStream stream = AllowList.class.getResourceAsStream(FOLDER + file)) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks its list " + file);
            }
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                return new AllowList(reader.lines()
                        .map(line -> line.replaceFirst("#.*", "").trim())
                        .filter(line -> !line.isEmpty())
                        .collect(Collectors.toUnmodifiableSet()));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Whether the name is on the list, exactly as written. */
    public boolean allows(String name) {
        return names.contains(name);
    }

    /** All names of the list. */
    public Set<String> names() {
        return names;
    }
}
