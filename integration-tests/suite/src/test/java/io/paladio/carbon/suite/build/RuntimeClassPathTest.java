package io.paladio.carbon.suite.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The Spark that the suite runs on is a golden file: a changed jar of the engine shows as a changed line. */
final class RuntimeClassPathTest {
    @Test
    void the_server_runs_on_the_jars_of_the_golden_file() {
        List<String> names = BuildOutput.classPath("carbon.server.class-path-file").stream()
                .map(jar -> jar.getFileName().toString())
                .sorted()
                .toList();
        assertThat(names).containsExactlyElementsOf(BuildOutput.golden("runtime-class-path.txt"));
    }
}
