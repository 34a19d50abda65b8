package io.paladio.carbon.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that hold tokens: for their owner alone, and never seen half written. */
final class SecretFile {
    private SecretFile() {}

    static void write(Path file, String text) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Path draft = Files.createTempFile(
                    folder,
                    "draft",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
