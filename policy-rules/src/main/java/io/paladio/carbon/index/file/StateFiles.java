package io.paladio.carbon.index.file;

import io.paladio.carbon.index.JsonObject;
import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files beside the policies: principals.json, tags.json and, where there is one, access.json. Stateless. */
final class StateFiles {
    private static final String PRINCIPALS = "principals.json";
    private static final String TAGS = "tags.json";
    private static final String ACCESS = "access.json";

    /** What a file's object means. */
    private interface Meaning<T> {
        T of(JsonObject file) throws MalformedJson;
    }

    private StateFiles() {}

    static Map<String, Principal> principals(FolderContents contents) throws MalformedJson {
        return read(contents, PRINCIPALS, StateFiles::principals);
    }

    static Map<Securable, IndexDocuments.Tags> tags(FolderContents contents) throws MalformedJson {
        return read(contents, TAGS, StateFiles::tags);
    }

    static Map<Securable, Set<String>> denied(FolderContents contents) throws MalformedJson {
        return contents.texts().containsKey(ACCESS) ? read(contents, ACCESS, StateFiles::denied) : Map.of();
    }

    private static <T> T read(FolderContents contents, String name, Meaning<T> meaning) throws MalformedJson {
        Optional<String> text = contents.texts().getOrDefault(name, Optional.empty());
        if (text.isEmpty()) {
            throw new MalformedJson(name + " is missing or can't be read");
        }
        try {
            return meaning.of(JsonObject.parse(text.get()));
        } catch (MalformedJson fault) {
            throw new MalformedJson(name + " is malformed, " + fault.problem());
        }
    }

    private static Map<String, Principal> principals(JsonObject file) throws MalformedJson {
        Map<String, Principal> principals = new HashMap<>();
        for (Map.Entry<String, JsonObject> entry :
                file.allowing("principals").object("principals").objects().entrySet()) {
            JsonObject principal = entry.getValue().allowing("groups", "attributes");
            Set<String> groups = principal.has("groups") ? new HashSet<>(principal.texts("groups")) : Set.of();
            principals.put(entry.getKey(), new Principal(entry.getKey(), groups, texts(principal, "attributes")));
        }
        return principals;
    }

    private static Map<Securable, IndexDocuments.Tags> tags(JsonObject file) throws MalformedJson {
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

    private static Map<Securable, Set<String>> denied(JsonObject file) throws MalformedJson {
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
