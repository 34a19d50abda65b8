package io.paladio.carbon.spark.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads mutants from tables of text, where each is a paragraph:
 *
 * <pre>
 * mutant filter-dropped
 * what the row filter is left out
 * in spark.catalyst.PolicyWrap
 * by spark.GovernedSelectTest#S3_null_is_hidden
 * theorem
 * - text of the source, line by line
 * + what stands in its place, line by line; nothing where the text is only taken away
 * </pre>
 *
 * <p>{@code theorem} may be missing; {@code lives} gives the reason for a mutant that no test can see. Used once; not thread-safe.
 */
final class MutantTables {
    private static final Path FOLDER = Path.of("src/test/resources/mutants");

    private final List<String> before = new ArrayList<>();
    private final List<String> after = new ArrayList<>();
    private final List<String> killers = new ArrayList<>();
    private String name = "";
    private String what = "";
    private String source = "";
    private boolean theorem;
    private Optional<String> lives = Optional.empty();

    private MutantTables() {}

    /** All mutants of all tables, in the order in which they stand there. */
    static List<Mutant> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().flatMap(MutantTables::read).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<Mutant> read(Path file) {
        try {
            return read(Files.readString(file)).stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static List<Mutant> read(String table) {
        return Stream.of(table.split("\n\\s*\n"))
                .filter(paragraph -> paragraph.lines().anyMatch(line -> !line.startsWith("#") && !line.isBlank()))
                .map(paragraph -> new MutantTables().mutant(paragraph))
                .toList();
    }

    private Mutant mutant(String paragraph) {
        paragraph
                .lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .forEach(this::take);
        if (name.isEmpty() || what.isEmpty() || source.isEmpty() || before.isEmpty() || killers.isEmpty()) {
            throw new IllegalArgumentException("a mutant lacks a part: " + paragraph);
        }
        return new Mutant(
                name, what, source, String.join("\n", before), String.join("\n", after), killers, theorem, lives);
    }

    private void take(String line) {
        int space = line.indexOf(' ');
        String word = space < 0 ? line : line.substring(0, space);
        String rest = space < 0 ? "" : line.substring(space + 1);
        switch (word.toLowerCase(Locale.ROOT)) {
            case "mutant" -> name = rest.strip();
            case "what" -> what = rest.strip();
            case "in" -> source = rest.strip();
            case "by" -> killers.addAll(List.of(rest.strip().split(" +")));
            case "theorem" -> theorem = true;
            case "lives" -> lives = Optional.of(rest.strip());
            case "-" -> before.add(rest);
            case "+" -> after.add(rest);
            default -> throw new IllegalArgumentException("no part of a mutant: " + line);
        }
    }
}
