package io.paladio.carbon.platform;

import io.paladio.carbon.platform.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * How to connect, as a file: one in the folder of the run, and a copy one folder up where people look for it. The copy is of the
 * quick start that came last, and only that one takes it away. Thread-safe once written.
 */
final class ConnectionFile {
    private static final String NAME = "connection.json";

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
        return run.resolveSibling(NAME);
    }

    synchronized void remove() {
        try {
            if (Files.exists(shared()) && Files.readString(shared()).equals(text)) {
                Files.delete(shared());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
