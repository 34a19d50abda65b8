package io.paladio.carbon.lineage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A bearer token that stands alone in a file, read anew for each request, so that it can be rotated. Thread-safe. */
record BearerFile(Path file) {
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,16384}");

    /** The value of the header {@code Authorization}. */
    String header() throws Undelivered {
        String token = text();
        if (!TOKEN.matcher(token).matches()) {
            throw new Undelivered("the token file holds no token");
        }
        return "Bearer " + token;
    }

    private String text() throws Undelivered {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new Undelivered("the token file can't be read");
        }
    }

    /** Names no location. */
    @Override
    public String toString() {
        return "BearerFile";
    }
}
