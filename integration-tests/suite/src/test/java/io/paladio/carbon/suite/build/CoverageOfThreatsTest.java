package io.paladio.carbon.suite.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which rows of the threat model (T…) and which sentences of the semantics (S…) name a test. Every one must, a sentence in the name
 * of a test, and the table for people in docs/verification.md must name tests that do. A number that does not exist fails, so that a
 * slip of the pen does not count as cover.
 */
final class CoverageOfThreatsTest {
    private static final int THREATS = 40;
    private static final int SEMANTICS = 24;
    /** S3 is a sentence of the semantics and a kind of object store: only a test's name says which one is meant. */
    private static final Pattern NUMBER =
            Pattern.compile("(?<![A-Za-z0-9])(?:(S3)(?=_[a-z])|((?!S3[^0-9])[ST][1-9][0-9]?)(?=[^A-Za-z0-9]))");

    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w*S[1-9]\\w*)\\(");
    private static final Pattern SENTENCE = Pattern.compile("(?<![A-Za-z0-9])S[1-9][0-9]?(?=_)");

    private static final Pattern LINE = Pattern.compile("\\| (T[1-9][0-9]?) \\|.*\\|([^|]*)\\|\\s*");
    private static final Pattern NAME = Pattern.compile("`([A-Za-z]+)`");

    private static final List<String> TEST_FOLDERS = List.of("src/test", "integration-tests/suite/src", "python");

    @Test
    void every_number_that_a_test_names_exists_and_the_rest_is_reported() throws IOException {
        Map<String, Set<String>> cover = cover();
        Set<String> known = numbers();
        assertThat(known).containsAll(cover.keySet());
        assertThat(cover).isNotEmpty();
        Path report = BuildOutput.root().resolve("integration-tests/suite/target/threats-and-semantics.txt");
        Files.createDirectories(report.getParent());
        Files.write(
                report,
                known.stream()
                        .map(number ->
                                number + " " + String.join(" ", cover.getOrDefault(number, Set.of("WITHOUT A TEST"))))
                        .toList());
    }

    @Test
    void every_row_of_the_threat_model_names_a_test() throws IOException {
        assertThat(withoutTest(cover())).isEmpty();
    }

    @Test
    void control_a_row_without_a_test_is_reported() throws IOException {
        Map<String, Set<String>> cover = cover();
        cover.remove("T19");

        assertThat(withoutTest(cover)).containsExactly("T19");
    }

    @Test
    void every_sentence_of_the_semantics_stands_in_the_name_of_a_test() throws IOException {
        assertThat(withoutMethod(testFiles())).isEmpty();
    }

    @Test
    void control_a_sentence_that_only_a_comment_names_is_reported() throws IOException {
        List<Path> without = testFiles().stream()
                .filter(file -> sentences(file).noneMatch("S18"::equals))
                .toList();

        assertThat(withoutMethod(without)).contains("S18");
    }

    @Test
    void the_table_for_people_has_every_row_and_names_tests_that_hold_it() throws IOException {
        Map<String, Set<String>> cover = cover();
        Map<String, List<String>> table = table();
        assertThat(table.keySet()).isEqualTo(threats());
        table.forEach((row, tests) -> {
            List<String> held = cover.getOrDefault(row, Set.of()).stream()
                    .map(file -> file.replaceFirst("\\.[a-z]+$", ""))
                    .toList();

            assertThat(tests).as(row).isNotEmpty();
            assertThat(held).as(row).containsAll(tests);
        });
    }

    private static Set<String> withoutTest(Map<String, Set<String>> cover) {
        Set<String> without = threats();
        without.removeAll(cover.keySet());
        return without;
    }

    private static Set<String> withoutMethod(List<Path> files) {
        Set<String> without = numbers();
        without.removeIf(number -> number.startsWith("T"));
        files.stream().flatMap(CoverageOfThreatsTest::sentences).forEach(without::remove);
        return without;
    }

    private static Stream<String> sentences(Path file) {
        return METHOD.matcher(BuildOutput.text(file))
                .results()
                .flatMap(method -> SENTENCE.matcher(method.group(1)).results())
                .map(MatchResult::group);
    }

    private static Set<String> threats() {
        Set<String> threats = numbers();
        threats.removeIf(number -> number.startsWith("S"));
        return threats;
    }

    /** The names in the last cell of each line that begins with a row's number. */
    private static Map<String, List<String>> table() {
        Map<String, List<String>> table = new TreeMap<>();
        for (String line : BuildOutput.text(BuildOutput.root().resolve("docs/verification.md"))
                .lines()
                .toList()) {
            Matcher row = LINE.matcher(line);
            if (row.matches()) {
                table.put(
                        row.group(1),
                        NAME.matcher(row.group(2))
                                .results()
                                .map(match -> match.group(1))
                                .toList());
            }
        }
        return table;
    }

    private static Map<String, Set<String>> cover() throws IOException {
        Map<String, Set<String>> cover = new TreeMap<>();
        for (Path file : testFiles()) {
            NUMBER.matcher(BuildOutput.text(file))
                    .results()
                    .forEach(match -> cover.computeIfAbsent(match.group(), number -> new TreeSet<>())
                            .add(file.getFileName().toString()));
        }
        return cover;
    }

    private static List<Path> testFiles() throws IOException {
        try (Stream<Path> files = Files.walk(BuildOutput.root())) {
            return files.filter(CoverageOfThreatsTest::isTest).toList();
        }
    }

    private static boolean isTest(Path file) {
        String name = "/" + BuildOutput.root().relativize(file).toString().replace('\\', '/');
        return (name.endsWith(".java") || name.endsWith(".scala") || name.endsWith(".py") || name.endsWith(".mjs"))
                && !name.contains("/target/")
                && !name.contains("node_modules/")
                && !name.contains("/.venv/")
                && !name.endsWith("CoverageOfThreatsTest.java")
                && TEST_FOLDERS.stream().anyMatch(name::contains);
    }

    private static Set<String> numbers() {
        Set<String> numbers = new TreeSet<>(Comparator.comparing((String number) -> number.charAt(0))
                .thenComparing(number -> Integer.parseInt(number.substring(1))));
        IntStream.rangeClosed(1, THREATS).mapToObj(n -> "T" + n).forEach(numbers::add);
        IntStream.rangeClosed(1, SEMANTICS).mapToObj(n -> "S" + n).forEach(numbers::add);
        return numbers;
    }
}
