package io.paladio.carbon.spark.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sources that mutants change: those of the modules whose classes decide. Stateless. */
final class MutantSources {
    private static final List<String> MODULES = List.of(".", "../policy-rules", "../catalog-plugin");
    private static final String PACKAGE = "src/main/java/io/paladio/carbon/";

    private MutantSources() {}

    /** The file of the mutant's class. */
    static Path file(Mutant mutant) {
        String path = PACKAGE + mutant.source().replace('.', '/') + ".java";
        return MODULES.stream()
                .map(module -> Path.of(module, path))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(mutant.name() + ": there is no class " + mutant.source()));
    }

    /** The file's text with the mutant's change. */
    static String mutated(Mutant mutant) {
        try {
            return mutated(mutant, Files.readString(file(mutant)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A mutant whose text stands there more than once, or no more, is no mutant. */
    static String mutated(Mutant mutant, String source) {
        Matcher text = text(mutant.before()).matcher(source);
        List<int[]> places = text.results()
                .map(found -> new int[] {found.start(), found.end()})
                .toList();
        if (places.size() != 1) {
            throw new IllegalStateException(mutant.name() + ": its text stands " + places.size() + " times in "
                    + mutant.source() + ", and not once");
        }
        int[] place = places.get(0);
        String mutated = source.substring(0, place[0]) + mutant.after() + source.substring(place[1]);
        if (mutated.equals(source)) {
            throw new IllegalStateException(mutant.name() + ": it changes nothing");
        }
        return mutated;
    }

    private static Pattern text(String before) {
        return Pattern.compile(
                Stream.of(before.strip().split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+")));
    }
}
