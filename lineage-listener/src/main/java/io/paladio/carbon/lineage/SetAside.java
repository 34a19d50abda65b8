package io.paladio.carbon.lineage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that the receiver will never take, as lines of a file, for a person to look at; up to a bound, beyond which they are only
 * counted. Used by one thread.
 */
final class SetAside {
    private static final Logger LOG = LoggerFactory.getLogger(SetAside.class);
    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private final Path file;

    SetAside(Path file) {
        this.file = file;
    }

    /** Keeps the record where that can be done: it must hold up no other. */
    void add(String record) {
        try (JsonLines lines = JsonLines.append(file)) {
            if (Files.size(file) + record.length() <= MOST_BYTES) {
                lines.write(record);
            }
        } catch (IOException unwritable) {
            LOG.warn("A record that its receiver will never take could not be set aside");
        }
    }
}
