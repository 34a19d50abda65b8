package io.paladio.carbon.index.file;

import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.IndexUnavailable;
import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.policy.Fingerprint;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The documents of {@code obligations/}: what the rows of derived tables owe, one document for each statement that added
 * something. They are whole from the moment that they are there; a steward releases one by deleting it. Immutable.
 */
record ObligationFiles(Map<String, FileState<Obligations>> files) {
    static final ObligationFiles NONE = new ObligationFiles(Map.of());

    ObligationFiles {
        files = Map.copyOf(files);
    }

    static ObligationFiles of(FolderContents contents, ObligationFiles before) throws MalformedJson {
        Map<String, FileState<Obligations>> files = new TreeMap<>();
        for (String name : contents.texts().keySet()) {
            if (name.startsWith(FolderContents.OBLIGATIONS + "/")) {
                Optional<FileState<Obligations>> earlier = Optional.ofNullable(before.files.get(name));
                files.put(name, FileState.read(contents, name, Obligations::of, earlier));
            }
        }
        return new ObligationFiles(files);
    }

    List<FaultyDocument> faults() {
        return files.values().stream().flatMap(file -> file.fault().stream()).toList();
    }

    /**
     * The tags of a table's columns, those that they owe among them.
     *
     * @throws io.paladio.carbon.error.Refusal INDEX_UNAVAILABLE where a column has two values of one tag
     */
    Map<String, Map<String, String>> with(Map<String, Map<String, String>> assigned, Securable table) {
        Map<String, Map<String, String>> columns = new HashMap<>();
        assigned.forEach((column, tags) -> columns.put(column, new HashMap<>(tags)));
        owedBy(table)
                .forEach(owed -> owed.columns()
                        .forEach((column, tags) -> tags.forEach((tag, value) -> {
                            Map<String, String> known = columns.computeIfAbsent(column, name -> new HashMap<>());
                            if (!known.computeIfAbsent(tag, name -> value).equals(value)) {
                                throw IndexUnavailable.because(
                                        "a column of a table has two values of one tag in its documents");
                            }
                        })));
        return columns;
    }

    private Stream<Obligations> owedBy(Securable table) {
        return files.values().stream()
                .flatMap(file -> file.meaning().stream())
                .filter(owed -> owed.table().equals(table));
    }

    /** Adds a document; all of it is there, or nothing. */
    static void write(Path folder, Obligations obligations) throws IOException {
        Path documents = Files.createDirectories(folder.resolve(FolderContents.OBLIGATIONS));
        String json = obligations.toJson();
        String name =
                new Fingerprint().list("obligations", List.of(json)).etag().replace("sha256:", "");
        Path written = Files.createTempFile(documents, name, ".tmp");
        try {
            Files.write(written, json.getBytes(StandardCharsets.UTF_8));
            Files.move(written, documents.resolve(name + ".json"), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
