package io.paladio.carbon.platform;

import io.paladio.carbon.platform.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to connect, as a file: one in the folder of the run, {@code run-<pid>}, and a copy one folder up where people look for it.
 * The copy is of the quick start that came last. When that one goes, it is of the one that came last among those that stay, or
 * gone. Thread-safe once written.
 */
final class ConnectionFile {
    private static final String NAME = "connection.json";
    private static final String RUN = "run-";

    private final Path run;
    private String text = "";

    ConnectionFile(Path run) {
        this.run = run;
    }

    void write(Map<String, Object> facts) {
        text = Json.write(facts) + "\n";
        SecretFile.write(own(), text);
        SecretFile.write(shared(), text);
    }

    Path own() {
        return run.resolve(NAME);
    }

    Path shared() {
        return folder().resolve(NAME);
    }

    private Path folder() {
        return run.resolveSibling(".").normalize();
    }

    synchronized void remove() {
        try {
            Files.deleteIfExists(own());
            if (Files.exists(shared()) && Files.readString(shared()).equals(text)) {
                Optional<Path> other = latestOther();
                if (other.isPresent()) {
                    SecretFile.write(shared(), Files.readString(other.get()));
                } else {
                    Files.delete(shared());
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The connection file of the quick start that came last among the others that still run. */
    private Optional<Path> latestOther() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(folder(), RUN + "*")) {
            for (Path other : runs) {
                Path file = other.resolve(NAME);
                if (isRunning(other) && Files.exists(file)) {
                    found.add(file);
                }
            }
        }
        return found.stream()
                .max(Comparator.comparingLong((Path file) -> file.toFile().lastModified()));
    }

    private static boolean isRunning(Path run) {
        try {
            long pid = Long.parseLong(run.getFileName().toString().substring(RUN.length()));
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
        } catch (NumberFormatException noRun) {
            return false;
        }
    }
}
