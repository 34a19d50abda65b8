package io.paladio.carbon.suite.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/cases.md says which test holds which case of the field: every case has a row, every row a test, and every test is there. */
final class CasesTableTest {
    /** Every third number is held back by whoever measures us. */
    private static final int LAST = 131;

    private static final List<String> LETTERS = List.of("A", "B", "C", "D", "E", "F", "G", "H");
    private static final Pattern ROW = Pattern.compile("\\| ([0-9]+|[A-H]) \\|.*\\| ([^|]+) \\|");
    private static final Pattern TEST = Pattern.compile("`([A-Za-z]+)\\.([A-Za-z0-9_]+)`");
    private static final Pattern METHOD = Pattern.compile("\\bvoid ([A-Za-z0-9_]+)\\(");
    private static final Pattern CASE = Pattern.compile("case_([0-9]+|[A-H])_");

    @Test
    void every_case_has_a_row() {
        assertThat(rows().keySet()).containsExactlyInAnyOrderElementsOf(numbers());
    }

    @Test
    void every_row_names_tests_that_there_are() throws IOException {
        Map<String, Set<String>> methods = methods();
        rows().forEach((number, tests) -> {
            assertThat(tests).as("case %s", number).isNotEmpty();
            tests.forEach(test -> assertThat(methods.getOrDefault(test.get(0), Set.of()))
                    .as("case %s", number)
                    .contains(test.get(1)));
        });
    }

    @Test
    void every_test_that_names_a_case_stands_in_its_row() throws IOException {
        Map<String, List<List<String>>> rows = rows();
        methods()
                .forEach((type, names) -> names.forEach(name -> CASE.matcher(name)
                        .results()
                        .map(found -> found.group(1))
                        .forEach(number -> assertThat(rows.getOrDefault(number, List.of()))
                                .as("case %s", number)
                                .contains(List.of(type, name)))));
    }

    private static List<String> numbers() {
        return Stream.concat(
                        IntStream.rangeClosed(1, LAST).filter(n -> n % 3 != 0).mapToObj(String::valueOf),
                        LETTERS.stream())
                .toList();
    }

    /** The tests of each row: class and method. */
    private static Map<String, List<List<String>>> rows() {
        Map<String, List<List<String>>> rows = new TreeMap<>();
        Path table = BuildOutput.root().resolve("docs/cases.md");
        for (String line : BuildOutput.text(table).lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                List<List<String>> tests = new ArrayList<>();
                TEST.matcher(row.group(2)).results().forEach(test -> tests.add(List.of(test.group(1), test.group(2))));
                assertThat(rows.put(row.group(1), tests))
                        .as("case %s stands once", row.group(1))
                        .isNull();
            }
        }
        return rows;
    }

    private static Map<String, Set<String>> methods() throws IOException {
        Map<String, Set<String>> methods = new TreeMap<>();
        try (Stream<Path> files = Files.walk(BuildOutput.root())) {
            files.filter(file -> file.toString().replace('\\', '/').contains("/src/test/java/")
                            && file.toString().endsWith(".java"))
                    .forEach(file -> METHOD.matcher(BuildOutput.text(file))
                            .results()
                            .forEach(found -> methods.computeIfAbsent(
                                            file.getFileName().toString().replace(".java", ""), name -> new TreeSet<>())
                                    .add(found.group(1))));
        }
        return methods;
    }
}
