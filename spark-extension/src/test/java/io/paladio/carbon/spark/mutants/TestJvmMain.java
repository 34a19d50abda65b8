package io.paladio.carbon.spark.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs tests in a JVM of their own until the first one fails, and leaves what came of it in a file. */
final class TestJvmMain {
    /** A first line that says that all tests passed; another one begins with what a failing test is called. */
    static final String PASSED = "passed";

    /** A first line that says that no test could tell anything. */
    static final String BROKEN = "broken";

    private TestJvmMain() {}

    /** Takes the file to write and the tests to run. */
    public static void main(String[] arguments) {
        Path result = Path.of(arguments[0]);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(arguments)
                        .skip(1)
                        .flatMap(test -> TestSelection.of(test).stream())
                        .toList())
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .build();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, summary, new StopAtFailure(result));
        long passed = summary.getSummary().getTestsSucceededCount();
        end(result, passed > 0 ? PASSED : BROKEN, "tests " + passed);
    }

    private static void end(Path result, String what, String detail) {
        try {
            Files.writeString(result, what + "\n" + detail + "\n");
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        } finally {
            // Spark's threads would keep the JVM, and its shutdown takes seconds: whoever started it deletes its files.
            Runtime.getRuntime().halt(0);
        }
    }

    private record StopAtFailure(Path result) implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
            if (outcome.getStatus() != Status.SUCCESSFUL) {
                Optional<Throwable> failure = outcome.getThrowable();
                failure.ifPresent(Throwable::printStackTrace);
                // Classes that don't fit together are a fault of the mutant, and nothing that a test found.
                String what = failure.filter(LinkageError.class::isInstance).isPresent() ? BROKEN : name(test);
                end(result, what, failure.map(Throwable::toString).orElse("aborted"));
            }
        }

        private static String name(TestIdentifier test) {
            return test.getUniqueIdObject().getSegments().stream()
                    .map(segment -> segment.getValue().replaceFirst("\\(.*", ""))
                    .skip(1)
                    .reduce((outer, inner) -> outer + " " + inner)
                    .orElse("?");
        }
    }
}
