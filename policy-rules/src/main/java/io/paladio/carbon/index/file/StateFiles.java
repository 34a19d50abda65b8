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

    private StateFiles() {}

    static Map<String, Principal> principals(FolderContents contents) throws MalformedJson {
        JsonObject file = required(contents, PRINCIPALS).allowing("principals");
        Map<String, Principal> principals = new HashMap<>();
        for (Map.Entry<String, JsonObject> entry :
                file.object("principals").objects().entrySet()) {
            JsonObject principal = entry.getValue().allowing("groups", "attributes");
            principals.put(
                    entry.getKey(),
                    new Principal(
                            entry.getKey(),
                            principal.has("groups") ? new HashSet<>(principal.texts("groups")) : Set.of(),
                            texts(principal, "attributes")));
        }
        return principals;
    }

    static Map<Securable, IndexDocuments.Tags> tags(FolderContents contents) throws MalformedJson {
        Map<Securable, IndexDocuments.Tags> tags = new HashMap<>();
        for (Map.Entry<String, JsonObject> entry : required(contents, TAGS).objects().entrySet()) {
            Securable securable = securable(entry.getKey(), TAGS);
            JsonObject tagged = entry.getValue();
            tagged.allowing(securable.path().size() == 3 ? new String[] {"tags", "columns"} : new String[] {"tags"});
            Map<String, Map<String, String>> columns = new HashMap<>();
            if (tagged.has("columns")) {
                for (Map.Entry<String, JsonObject> column :
                        tagged.object("columns").objects().entrySet()) {
                    columns.put(column.getKey(), column.getValue().textsByName());
                }
            }
            tags.put(securable, new IndexDocuments.Tags(texts(tagged, "tags"), columns));
        }
        return tags;
    }

    static Map<Securable, Set<String>> denied(FolderContents contents) throws MalformedJson {
        Map<Securable, Set<String>> denied = new HashMap<>();
        if (contents.texts().containsKey(ACCESS)) {
            for (Map.Entry<String, JsonObject> entry : required(contents, ACCESS).objects().entrySet()) {
                JsonObject access = entry.getValue().allowing("deny");
                Set<String> names = new HashSet<>(access.texts("deny"));
                denied.put(securable(entry.getKey(), ACCESS), names);
            }
        }
        return denied;
    }

    private static JsonObject required(FolderContents contents, String name) throws MalformedJson {
        Optional<String> text = contents.texts().getOrDefault(name, Optional.empty());
        if (text.isEmpty()) {
            throw new MalformedJson(name + " is missing or can't be read");
        }
        try {
            return JsonObject.parse(text.get());
        } catch (MalformedJson fault) {
            throw new MalformedJson(name + " is malformed, " + fault.problem());
        }
    }

    private static Map<String, String> texts(JsonObject object, String field) throws MalformedJson {
        return object.has(field) ? object.object(field).textsByName() : Map.of();
    }

    /** Only as Securable itself writes it, so that no two keys mean the same and the later one wins. */
    private static Securable securable(String text, String file) throws MalformedJson {
        try {
            Securable securable = Securable.parse(text);
            if (securable.toString().equals(text)) {
                return securable;
            }
            throw new MalformedJson(file + " has a key with back-ticks that it does not need");
        } catch (IllegalArgumentException fault) {
            throw new MalformedJson(file + " has a key that is no catalog[.schema[.table]]");
        }
    }
}
