package io.paladio.carbon.suite.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The one jar that operators deploy: a dependency that strays into it is a red test, not a surprise on a class path. */
final class ShippedJarTest {
    private static final Pattern FILE_NAME =
            Pattern.compile("carbon-spark-[0-9.]+(-SNAPSHOT)?-spark4\\.1_2\\.13\\.jar");
    private static final Pattern BUNDLED = Pattern.compile("^ {3}([^:]+:[^:]+):jar:.*$");

    @Test
    void has_the_name_that_operators_know() {
        assertThat(BuildOutput.shippedJar()).exists();
        assertThat(BuildOutput.shippedJar().getFileName().toString()).matches(FILE_NAME);
    }

    @Test
    void holds_classes_of_ours_and_relocated_ones_only() {
        assertThat(classes()).allMatch(name -> name.startsWith("io/paladio/carbon/"));
    }

    @Test
    void has_the_entry_points_under_the_names_of_the_contract() {
        assertThat(BuildOutput.entries(BuildOutput.shippedJar()))
                .contains(
                        "io/paladio/carbon/spark/CarbonSparkExtensions.class",
                        "io/paladio/carbon/spark/CarbonSparkPlugin.class",
                        "io/paladio/carbon/spark/connect/PrincipalInterceptor.class",
                        "io/paladio/carbon/catalog/FaceCatalog.class");
    }

    @Test
    void bundles_exactly_the_packages_of_the_golden_file() {
        Set<String> packages = classes().stream()
                .filter(name -> name.startsWith("io/paladio/carbon/shaded/"))
                .map(ShippedJarTest::libraryPackage)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).containsExactlyElementsOf(BuildOutput.golden("shipped-jar-packages.txt"));
    }

    @Test
    void is_made_of_exactly_the_artifacts_of_the_golden_file() {
        String list = BuildOutput.text(BuildOutput.root().resolve("spark-extension/target/bundled-dependencies.txt"));
        List<String> artifacts = list.lines()
                .map(BUNDLED::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .sorted()
                .toList();
        assertThat(artifacts).containsExactlyElementsOf(BuildOutput.golden("shipped-jar-artifacts.txt"));
    }

    @Test
    void carries_no_file_that_changes_how_the_engine_logs_connects_or_links() {
        assertThat(BuildOutput.entries(BuildOutput.shippedJar()))
                .noneMatch(name -> name.endsWith("module-info.class"))
                .noneMatch(name -> name.endsWith("log4j.properties") || name.endsWith("log4j2.properties"))
                .noneMatch(name -> name.equals("META-INF/services/java.sql.Driver"))
                .noneMatch(name -> name.startsWith("META-INF/versions/"));
    }

    @Test
    void names_its_licence() {
        assertThat(BuildOutput.entries(BuildOutput.shippedJar())).contains("META-INF/LICENSE", "META-INF/NOTICE");
    }

    @Test
    void shares_no_class_with_the_engine() {
        Set<String> ours = Set.copyOf(classes());
        for (var jar : BuildOutput.classPath("carbon.server.class-path-file")) {
            assertThat(BuildOutput.entries(jar))
                    .as(jar.getFileName().toString())
                    .doesNotContainAnyElementsOf(ours);
        }
    }

    private static List<String> classes() {
        return BuildOutput.entries(BuildOutput.shippedJar()).stream()
                .filter(name -> name.endsWith(".class"))
                .toList();
    }

    /** {@code io/paladio/carbon/shaded/org/postgresql/jdbc/X.class} to {@code org.postgresql}. */
    private static String libraryPackage(String className) {
        String[] parts =
                className.substring("io/paladio/carbon/shaded/".length()).split("/", -1);
        return parts[0] + "." + parts[1];
    }
}
