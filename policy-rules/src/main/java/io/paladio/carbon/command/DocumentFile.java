package io.paladio.carbon.command;

import io.paladio.carbon.index.file.FolderNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A policy document on disk.
 *
 * @param name as it was given, or below the folder that was given
 */
record DocumentFile(String name, String text) {
    private static final String POLICIES = "policies";

    /** The folder in which its principals and tags are listed, if they are: as in an Index folder, or beside it. */
    Path index() {
        Path folder = parent(Path.of(name).toAbsolutePath().normalize());
        return folder.endsWith(POLICIES) ? parent(folder) : folder;
    }

    private static Path parent(Path path) {
        return Optional.ofNullable(path.getParent()).orElse(path);
    }

    /** The documents of files and folders: of a folder those in {@code policies}, where it has such a folder, else its own. */
    static List<DocumentFile> all(List<Path> places) throws Impossible {
        List<DocumentFile> documents = new ArrayList<>();
        for (Path place : places) {
            for (Path file : Files.isDirectory(place) ? inFolder(place) : List.of(place)) {
                documents.add(new DocumentFile(file.toString(), read(file)));
            }
        }
        return List.copyOf(documents);
    }

    private static List<Path> inFolder(Path folder) throws Impossible {
        Path policies = Files.isDirectory(folder.resolve(POLICIES)) ? folder.resolve(POLICIES) : folder;
        try (Stream<Path> files = Files.list(policies)) {
            List<Path> documents = files.filter(file -> file.toString().endsWith(".json"))
                    .filter(Files::isRegularFile)
                    .filter(file -> !isBesidePolicies(file))
                    .sorted()
                    .toList();
            if (documents.isEmpty()) {
                throw new Impossible("There is no *.json in the folder " + folder + ". Name a folder that has some.");
            }
            return documents;
        } catch (IOException unreadable) {
            throw new Impossible("The folder " + folder + " can't be read. Name one that can.");
        }
    }

    /** Where documents lie in no folder of their own, the lists of principals and tags lie among them. */
    private static boolean isBesidePolicies(Path file) {
        Path path = file.toAbsolutePath().normalize();
        return !parent(path).endsWith(POLICIES) && FolderNames.FILES.contains(String.valueOf(path.getFileName()));
    }

    private static String read(Path file) throws Impossible {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new Impossible("The file " + file + " can't be read as text. Name one that can.");
        }
    }
}
