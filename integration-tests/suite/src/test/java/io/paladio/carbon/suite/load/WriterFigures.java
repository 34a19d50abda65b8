package io.paladio.carbon.suite.load;

import io.paladio.carbon.suite.fixture.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What became of the statements of a run, and what of it must not be. Thread-safe: synchronized. */
final class WriterFigures {
    private static final int MOST_EXAMPLES = 5;
    /** Iceberg's errors that ask to run a statement again. */
    private static final List<String> CONFLICTS = List.of("ValidationException", "CommitFailedException");
    /** What a restricted principal's conflict would give away: the filter and the places of files. */
    private static final List<String> SECRETS = List.of("ref(", "\"eng\"", "\"ops\"", "s3:", ".parquet");

    private final Map<String, Integer> passed = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();
    private int conflicts;
    private int compactions;
    private int violations;

    synchronized void count(Writer writer, Written statement, Answer answer) {
        if (!answer.isError()) {
            statement.passed().run();
            passed.merge(writer.principal(), 1, Integer::sum);
        } else if (isConflict(answer)) {
            conflicts++;
            boolean tells =
                    !writer.principal().equals("alice") && SECRETS.stream().anyMatch(answer.message()::contains);
            if (tells) {
                violated("tells too much: " + answer);
            }
        } else {
            violated(answer.toString());
        }
    }

    private static boolean isConflict(Answer answer) {
        return CONFLICTS.stream()
                .anyMatch(type ->
                        answer.message().contains(type) || answer.errorClass().contains(type));
    }

    synchronized void compacted(boolean done) {
        compactions += done ? 1 : 0;
    }

    /** Every row that differs is a violation. */
    synchronized void compare(WrittenTable table, List<String> stored) {
        List<String> expected = table.json();
        Stream.concat(
                        expected.stream().filter(row -> !stored.contains(row)).map(row -> "is missing: " + row),
                        stored.stream().filter(row -> !expected.contains(row)).map(row -> "is too much: " + row))
                .forEach(fault -> violated(table.name() + " " + fault));
        if (stored.size() != expected.size()) {
            violated(table.name() + " has rows more than once");
        }
    }

    private void violated(String example) {
        violations++;
        if (examples.size() < MOST_EXAMPLES) {
            examples.add(example);
        }
    }

    /** How many statements of each writer passed. */
    synchronized Map<String, Integer> passed() {
        return Map.copyOf(passed);
    }

    synchronized int conflicts() {
        return conflicts;
    }

    synchronized int compactions() {
        return compactions;
    }

    synchronized int violations() {
        return violations;
    }

    synchronized List<String> examples() {
        return List.copyOf(examples);
    }
}
