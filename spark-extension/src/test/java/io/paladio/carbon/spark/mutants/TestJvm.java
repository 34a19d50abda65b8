package io.paladio.carbon.spark.mutants;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM for one run of tests, with the flags of the one that starts it. Immutable. */
final class TestJvm {
    private static final int MINUTES = Integer.getInteger("carbon.mutant.minutes", 10);

    private final Path folder;
    private final List<String> properties;

    /** @param folder where it writes, and finds the classes that come first */
    TestJvm(Path folder, List<String> properties) {
        this.folder = folder;
        this.properties = List.copyOf(properties);
    }

    /** The two lines that it left; empty where it left none, since it did not start, broke, or went on and on. */
    Optional<List<String>> run(List<String> tests) {
        Path result = folder.resolve("result");
        try {
            Files.createDirectories(folder.resolve("tmp"));
            Files.deleteIfExists(result);
            Process jvm = new ProcessBuilder(command(result, tests))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            awaitEnd(jvm);
            delete(folder.resolve("tmp"));
            return Files.exists(result) ? Optional.of(Files.readAllLines(result)) : Optional.empty();
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private List<String> command(Path result, List<String> tests) throws IOException {
        Path arguments = folder.resolve("arguments");
        String classPath = MutantCompiler.classes(folder) + File.pathSeparator + System.getProperty("java.class.path");
        Files.writeString(arguments, "-cp \"" + classPath.replace("\\", "\\\\") + "\"\n");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-javaagent"))
                .forEach(command::add);
        command.add("-Djava.io.tmpdir=" + folder.resolve("tmp").toAbsolutePath());
        command.addAll(properties);
        command.add("@" + arguments);
        command.add(TestJvmMain.class.getName());
        command.add(result.toString());
        command.addAll(tests);
        return command;
    }

    private static void awaitEnd(Process jvm) {
        try {
            if (!jvm.waitFor(MINUTES, TimeUnit.MINUTES)) {
                jvm.destroyForcibly().waitFor();
            }
        } catch (InterruptedException stopped) {
            jvm.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted((one, other) -> other.compareTo(one))
                        .forEach(path -> path.toFile().delete());
            }
        }
    }
}
