package io.paladio.carbon.spark.mutants;

import io.paladio.carbon.spark.mutants.Trial.Fate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Puts mutants to their tests, each in a JVM of its own. Thread-safe. */
final class Trials {
    private static final int MOST_TOLD = 300;

    private final Path folder;
    private final List<String> properties;

    Trials(Path folder, List<String> properties) {
        this.folder = folder;
        this.properties = List.copyOf(properties);
    }

    /** What is wrong with the tests where nothing was changed; empty where all of them pass. */
    Optional<String> control(List<String> tests) {
        Path own = cleared("no-mutant");
        return new TestJvm(own, properties)
                .run(tests)
                .map(lines -> lines.get(0).equals(TestJvmMain.PASSED) ? "" : String.join(" ", lines))
                .or(() -> Optional.of("the JVM ended without a word"))
                .filter(fault -> !fault.isEmpty());
    }

    Trial trial(Mutant mutant, List<String> tests) {
        long start = System.nanoTime();
        Path own = cleared(mutant.name());
        Optional<String> fault = MutantCompiler.compile(mutant, own);
        if (fault.isPresent()) {
            return new Trial(mutant, Fate.BROKEN, fault.get(), 0);
        }
        Optional<List<String>> left = new TestJvm(own, properties).run(tests);
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        return left.map(lines -> judged(mutant, lines, seconds))
                .orElseGet(() -> new Trial(mutant, Fate.BROKEN, "the JVM ended without a word", seconds));
    }

    private static Trial judged(Mutant mutant, List<String> lines, long seconds) {
        String told = String.join(": ", lines.subList(0, Math.min(2, lines.size())));
        String shown = told.length() > MOST_TOLD ? told.substring(0, MOST_TOLD) : told;
        return switch (lines.get(0)) {
            case TestJvmMain.PASSED ->
                mutant.lives().isPresent()
                        ? new Trial(mutant, Fate.LIVES, mutant.lives().get(), seconds)
                        : new Trial(mutant, Fate.SURVIVED, "", seconds);
            case TestJvmMain.BROKEN -> new Trial(mutant, Fate.BROKEN, shown, seconds);
            default -> new Trial(mutant, Fate.KILLED, shown, seconds);
        };
    }

    private Path cleared(String name) {
        try {
            Path own = folder.resolve(name);
            TestJvm.delete(own);
            return Files.createDirectories(MutantCompiler.classes(own)).getParent();
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
