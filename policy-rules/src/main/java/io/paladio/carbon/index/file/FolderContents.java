package io.paladio.carbon.index.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The documents of a folder as they stood together at one moment. Immutable.
 *
 * @param stamps what tells a file from an earlier state of it, by name
 * @param texts what the files hold, by name; empty where a file can't be read as text
 * @param readAt when reading began
 */
record FolderContents(Map<String, Stamp> stamps, Map<String, Optional<String>> texts, Instant readAt) {
    static final String POLICIES = "policies";
    static final String OBLIGATIONS = "obligations";

    /** Within this time of its last change, a file can change again and look the same. */
    private static final Duration UNSETTLED = Duration.ofSeconds(2);

    /** Size, time of change and identity of a file. */
    record Stamp(long size, FileTime changed, String identity) {}

    FolderContents {
        stamps = Map.copyOf(stamps);
        texts = Map.copyOf(texts);
    }

    /** What the folder's files look like now. */
    static Map<String, Stamp> stampsOf(Path folder) throws IOException {
        Map<String, Stamp> stamps = new TreeMap<>();
        collect(folder, "", stamps);
        collect(folder.resolve(POLICIES), POLICIES + "/", stamps);
        if (Files.exists(folder.resolve(OBLIGATIONS))) {
            collect(folder.resolve(OBLIGATIONS), OBLIGATIONS + "/", stamps);
        }
        return stamps;
    }

    /** Reads the files; empty if the folder changed meanwhile. */
    static Optional<FolderContents> read(Path folder, Map<String, Stamp> stamps) throws IOException {
        Instant readAt = Instant.now();
        Map<String, Optional<String>> texts = new TreeMap<>();
        for (String name : stamps.keySet()) {
            texts.put(name, text(folder.resolve(name)));
        }
        return stampsOf(folder).equals(stamps)
                ? Optional.of(new FolderContents(stamps, texts, readAt))
                : Optional.empty();
    }

    /** Whether files that look like this can be trusted to hold the same. */
    boolean stillHolds(Map<String, Stamp> now) {
        Instant settled = readAt.minus(UNSETTLED);
        return stamps.equals(now)
                && stamps.values().stream()
                        .allMatch(stamp -> stamp.changed().toInstant().isBefore(settled));
    }

    private static void collect(Path directory, String prefix, Map<String, Stamp> stamps) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, FolderContents::isDocument)) {
            for (Path file : files) {
                stamp(file).ifPresent(stamp -> stamps.put(prefix + file.getFileName(), stamp));
            }
        } catch (DirectoryIteratorException fault) {
            throw fault.getCause();
        }
    }

    private static boolean isDocument(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
    }

    private static Optional<Stamp> stamp(Path file) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            String identity = String.valueOf(attributes.fileKey());
            return Optional.of(new Stamp(attributes.size(), attributes.lastModifiedTime(), identity));
        } catch (NoSuchFileException goneMeanwhile) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
