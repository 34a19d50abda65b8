package io.paladio.carbon.spark.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.paladio.carbon.spark.mutants.Trial.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * That the tests can fail: every mutant of the tables is put to its tests, and some test must fail. Not a part of a build:
 * {@code ./mvnw -q -Pmutants test}. {@code -Dcarbon.mutants=regex} chooses by name, {@code -Dcarbon.forks=N} works on several at once;
 * {@code -Dcarbon.theorem=N} puts those that random statements must find out to N of these, and to no other test.
 */
class MutantsRun {
    private static final Path FOLDER = Path.of("target/mutants");
    private static final Pattern CHOSEN = Pattern.compile(System.getProperty("carbon.mutants", ""));
    private static final int THEOREM = Integer.getInteger("carbon.theorem", 0);
    private static final String DIFFERENCE = "differential.FirstDifference";

    @Test
    void every_mutant_is_killed() throws Exception {
        List<Mutant> mutants = MutantTables.all().stream()
                .filter(mutant -> CHOSEN.matcher(mutant.name()).find() && (THEOREM == 0 || mutant.theorem()))
                .toList();
        Trials trials = new Trials(FOLDER, THEOREM == 0 ? List.of() : List.of("-Dcarbon.statements=" + THEOREM));
        List<String> tests = mutants.stream()
                .flatMap(mutant -> tests(mutant).stream())
                .distinct()
                .sorted()
                .toList();
        assertThat(trials.control(tests)).as("without a mutant").isEmpty();

        List<Trial> judged = judged(trials, mutants);
        assertThat(judged)
                .isNotEmpty()
                .noneMatch(trial -> trial.fate() == Fate.SURVIVED || trial.fate() == Fate.BROKEN);
    }

    private static List<String> tests(Mutant mutant) {
        return THEOREM == 0 ? mutant.killers() : List.of(DIFFERENCE);
    }

    private static List<Trial> judged(Trials trials, List<Mutant> mutants) throws Exception {
        ExecutorService forks = Executors.newFixedThreadPool(Integer.getInteger("carbon.forks", 1));
        try {
            List<Future<Trial>> begun = mutants.stream()
                    .map(mutant -> forks.submit(() -> trials.trial(mutant, tests(mutant))))
                    .toList();
            List<Trial> judged = new ArrayList<>();
            for (Future<Trial> each : begun) {
                judged.add(each.get());
                System.out.printf("mutants: %s%n", line(each.get()));
                tell(judged);
            }
            return judged;
        } finally {
            forks.shutdownNow();
        }
    }

    private static void tell(List<Trial> judged) throws IOException {
        List<String> lines = new ArrayList<>(List.of("| mutant | fate | by | seconds |", "|---|---|---|---|"));
        judged.forEach(trial -> lines.add(line(trial)));
        for (Fate fate : Fate.values()) {
            lines.add(fate + " "
                    + judged.stream().filter(trial -> trial.fate() == fate).count());
        }
        Files.write(FOLDER.resolveSibling("mutants.md"), lines);
    }

    private static String line(Trial trial) {
        return "| " + trial.mutant().name() + " | " + trial.fate() + " | "
                + trial.told().replaceAll("\\s+", " ").replace('|', '/') + " | " + trial.seconds() + " |";
    }
}
