package io.paladio.carbon.index.jdbc;

import io.paladio.carbon.index.IndexUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** A password that stands alone in a file, read anew for each connection. Thread-safe. */
public record PasswordFile(Path file) implements Supplier<String> {
    @Override
    public String get() {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw IndexUnavailable.because("its password file can't be read");
        }
    }

    /** Names no location. */
    @Override
    public String toString() {
        return "PasswordFile";
    }
}
