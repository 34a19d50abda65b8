package io.paladio.carbon.spark.rule;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What somebody has looked at and left refused: lists beside the tests, in the shape of the shipped ones. A name that is on neither
 * is what a new version brought, and nobody has decided. Stateless.
 */
final class Looked {
    private static final String FOLDER = "/io/paladio/carbon/spark/refused/";

    private Looked() {}

    /** The names of a list of refused ones. */
    static Set<String> refused(String list) {
        InputStream stream = Optional.ofNullable(Looked.class.getResourceAsStream(FOLDER + list))
                .orElseThrow(() -> new IllegalStateException("no list " + list));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(line -> line.replaceFirst("#.*", "").trim())
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Those that no list speaks of. */
    @SafeVarargs
    static Set<String> undecided(Collection<String> names, Collection<String>... lists) {
        Set<String> undecided = new TreeSet<>(names);
        for (Collection<String> list : lists) {
            undecided.removeAll(list);
        }
        return undecided;
    }
}
