package io.paladio.carbon.index.http;

import io.paladio.carbon.index.IndexUnavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A bearer token that stands alone in a file, read anew for each question, so that it can be rotated. Thread-safe. */
public record TokenFile(Path file) implements Supplier<String> {
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,16384}");

    @Override
    public String get() {
        String token = text();
        if (!TOKEN.matcher(token).matches()) {
            throw IndexUnavailable.because("its token file holds no token");
        }
        return token;
    }

    private String text() {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw IndexUnavailable.because("its token file can't be read");
        }
    }

    /** Names no location. */
    @Override
    public String toString() {
        return "TokenFile";
    }
}
