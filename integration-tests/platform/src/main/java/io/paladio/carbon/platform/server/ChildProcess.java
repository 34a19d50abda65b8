package io.paladio.carbon.platform.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that does not outlive this one. Thread-safe. */
public final class ChildProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    private final Process process;
    private final Thread atExit;

    private ChildProcess(Process process) {
        this.process = process;
        this.atExit = new Thread(this::end, "end of process " + process.pid());
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a Java process that writes all it says into the file. */
    public static ChildProcess java(List<String> arguments, Map<String, String> environment, Path log) {
        return start(arguments, environment, ProcessBuilder.Redirect.to(log.toFile()));
    }

    /** Starts a Java process that speaks through this one's output. */
    public static ChildProcess java(List<String> arguments) {
        return start(arguments, Map.of(), ProcessBuilder.Redirect.INHERIT);
    }

    private static ChildProcess start(
            List<String> arguments, Map<String, String> environment, ProcessBuilder.Redirect output) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        try {
            return new ChildProcess(builder.start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Waits for the process to end by itself. */
    public int await() {
        try {
            return process.waitFor();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process ran", stopped);
        }
    }

    /** The line of a log that names a fault of ours, or else its last lines. */
    static String lastWords(Path log, int lines) {
        try {
            List<String> all = Files.readAllLines(log);
            return all.stream()
                    .filter(line -> line.startsWith("[CARBON_"))
                    .findFirst()
                    .orElseGet(() -> String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size())));
        } catch (IOException unreadable) {
            return "(no log)";
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException alreadyStopping) {
            // The hook itself, or one beside it, is what closes us.
            return;
        }
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
