package io.paladio.carbon.index.file;

import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.JsonObject;
import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files beside the policies: principals.json, tags.json and, where there is one, access.json. Immutable.
 *
 * @param principals by name
 * @param tags by what they hang on
 * @param denied names of principals by what is denied to them
 */
record StateFiles(
        FileState<Map<String, Principal>> principals,
        FileState<Map<Securable, IndexDocuments.Tags>> tags,
        FileState<Map<Securable, Set<String>>> denied) {
    static final String PRINCIPALS = "principals.json";
    static final String TAGS = "tags.json";
    static final String ACCESS = "access.json";

    static StateFiles of(FolderContents contents, Optional<StateFiles> before) throws MalformedJson {
        return new StateFiles(
                FileState.read(contents, PRINCIPALS, StateFiles::readPrincipals, before.map(StateFiles::principals)),
                FileState.read(contents, TAGS, StateFiles::readTags, before.map(StateFiles::tags)),
                contents.texts().containsKey(ACCESS)
                        ? FileState.read(contents, ACCESS, StateFiles::readDenied, before.map(StateFiles::denied))
                        : new FileState<>(Optional.empty()));
    }

    List<FaultyDocument> faults() {
        return Stream.of(principals.fault(), tags.fault(), denied.fault())
                .flatMap(Optional::stream)
                .toList();
    }

    static Map<String, Principal> readPrincipals(JsonObject file) throws MalformedJson {
        Map<String, Principal> principals = new HashMap<>();
        for (Map.Entry<String, JsonObject> entry :
                file.allowing("principals").object("principals").objects().entrySet()) {
            JsonObject principal = entry.getValue().allowing("groups", "attributes");
            Set<String> groups = principal.has("groups") ? new HashSet<>(principal.texts("groups")) : Set.of();
            principals.put(entry.getKey(), new Principal(entry.getKey(), groups, texts(principal, "attributes")));
        }
        return principals;
    }

    static Map<Securable, IndexDocuments.Tags> readTags(JsonObject file) throws MalformedJson {
        Map<Securable, IndexDocuments.Tags> tags = new HashMap<>();
        for (Map.Entry<String, JsonObject> entry : file.objects().entrySet()) {
            Securable securable = securable(entry.getKey());
            boolean isTable = securable.path().size() == 3;
            JsonObject tagged = isTable
                    ? entry.getValue().allowing("tags", "columns")
                    : entry.getValue().allowing("tags");
            tags.put(securable, new IndexDocuments.Tags(texts(tagged, "tags"), columnTags(tagged)));
        }
        return tags;
    }

    private static Map<String, Map<String, String>> columnTags(JsonObject tagged) throws MalformedJson {
        Map<String, Map<String, String>> columns = new HashMap<>();
        if (tagged.has("columns")) {
            for (Map.Entry<String, JsonObject> column :
                    tagged.object("columns").objects().entrySet()) {
                columns.put(column.getKey(), column.getValue().textsByName());
            }
        }
        return columns;
    }

    private static Map<Securable, Set<String>> readDenied(JsonObject file) throws MalformedJson {
        Map<Securable, Set<String>> denied = new HashMap<>();
        for (Map.Entry<String, JsonObject> entry : file.objects().entrySet()) {
            JsonObject access = entry.getValue().allowing("deny");
            denied.put(securable(entry.getKey()), new HashSet<>(access.texts("deny")));
        }
        return denied;
    }

    private static Map<String, String> texts(JsonObject object, String field) throws MalformedJson {
        return object.has(field) ? object.object(field).textsByName() : Map.of();
    }

    /** Only as Securable itself writes it, so that no two keys mean the same and the later one wins. */
    private static Securable securable(String text) throws MalformedJson {
        try {
            Securable securable = Securable.parse(text);
            if (securable.toString().equals(text)) {
                return securable;
            }
            throw new MalformedJson("it has a key with back-ticks that it does not need");
        } catch (IllegalArgumentException fault) {
            throw new MalformedJson("it has a key that is no catalog[.schema[.table]]");
        }
    }
}
