package io.paladio.carbon.index.file;

import io.paladio.carbon.index.JsonObject;
import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.index.Obligations;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.check.KnownNames;
import io.paladio.carbon.policy.check.KnownNames.TagValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names that a folder holds: the principals of principals.json and the groups that they are in, the tags of tags.json and of
 * obligations. Of a file that is not there nothing is known. Stateless.
 */
public final class FolderNames {
    /** The files of a folder that are no policies, as far as they lie beside them. */
    public static final Set<String> FILES = Set.of(StateFiles.PRINCIPALS, StateFiles.TAGS, StateFiles.ACCESS);

    private FolderNames() {}

    /**
     * Reads the folder's files.
     *
     * @throws MalformedJson where one of them is at fault, by its name
     */
    public static KnownNames of(Path folder) throws MalformedJson {
        Optional<Map<String, Principal>> principals =
                read(folder.resolve(StateFiles.PRINCIPALS), StateFiles::readPrincipals);
        return new KnownNames(principals.map(FolderNames::groups), principals.map(Map::keySet), tags(folder));
    }

    private static Set<String> groups(Map<String, Principal> principals) {
        return principals.values().stream()
                .flatMap(principal -> principal.groups().stream())
                .collect(Collectors.toSet());
    }

    private static Optional<Map<String, TagValues>> tags(Path folder) throws MalformedJson {
        var assigned = read(folder.resolve(StateFiles.TAGS), StateFiles::readTags);
        if (assigned.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Set<String>> tags = new HashMap<>();
        for (IndexDocuments.Tags tagged : assigned.get().values()) {
            add(tagged.own(), tags);
            tagged.columns().values().forEach(column -> add(column, tags));
        }
        for (Path document : documents(folder.resolve(FolderContents.OBLIGATIONS))) {
            read(document, Obligations::of)
                    .ifPresent(owed -> owed.columns().values().forEach(column -> add(column, tags)));
        }
        return Optional.of(KnownNames.tags(tags, Set.of()));
    }

    private static void add(Map<String, String> given, Map<String, Set<String>> tags) {
        given.forEach((tag, value) ->
                tags.computeIfAbsent(tag, none -> new HashSet<>()).add(value));
    }

    private static List<Path> documents(Path folder) throws MalformedJson {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new MalformedJson(folder.getFileName() + " can't be read");
        }
    }

    private static <T> Optional<T> read(Path file, FileState.Meaning<T> meaning) throws MalformedJson {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(meaning.of(JsonObject.parse(Files.readString(file))));
        } catch (IOException unreadable) {
            throw new MalformedJson(file.getFileName() + " can't be read as text");
        } catch (MalformedJson fault) {
            throw new MalformedJson(file.getFileName() + " is malformed, " + fault.problem());
        }
    }
}
