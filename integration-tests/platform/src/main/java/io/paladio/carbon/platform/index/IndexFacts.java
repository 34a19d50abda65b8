package io.paladio.carbon.platform.index;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.platform.http.Json;
import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One reading of an Index folder. Immutable. */
final class IndexFacts {
    /** Nothing is known: everything bears a policy and is denied. */
    static final IndexFacts UNREADABLE = new IndexFacts(false, List.of(), Map.of());

    private final boolean readable;
    private final List<Securable> attachments;
    private final Map<Securable, Set<String>> denials;

    private IndexFacts(boolean readable, List<Securable> attachments, Map<Securable, Set<String>> denials) {
        this.readable = readable;
        this.attachments = List.copyOf(attachments);
        this.denials = Map.copyOf(denials);
    }

    static IndexFacts read(Path root) throws IOException {
        List<Securable> attachments = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve("policies"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".json")) {
                    attachments.add(attachment(Json.read(file)));
                }
            }
        }
        return new IndexFacts(true, attachments, denials(root.resolve("access.json")));
    }

    private static Securable attachment(JsonNode policy) throws IOException {
        JsonNode securable = policy.path("attach").path("securable");
        if (!securable.isTextual()) {
            throw new IOException("a policy says not what it is attached to");
        }
        return Securable.parse(securable.asText());
    }

    private static Map<Securable, Set<String>> denials(Path file) throws IOException {
        Map<Securable, Set<String>> denials = new HashMap<>();
        if (!Files.exists(file)) {
            return denials;
        }
        for (Map.Entry<String, JsonNode> entry : Json.read(file).properties()) {
            Set<String> principals = new TreeSet<>();
            entry.getValue().path("deny").forEach(principal -> principals.add(principal.asText()));
            denials.put(Securable.parse(entry.getKey()), principals);
        }
        return denials;
    }

    boolean denies(String principal, List<String> table) {
        return !readable
                || denials.entrySet().stream()
                        .anyMatch(entry -> IndexFolder.contains(entry.getKey(), table)
                                && entry.getValue().contains(principal));
    }

    boolean bearsPolicy(List<String> table) {
        return !readable || attachments.stream().anyMatch(securable -> IndexFolder.contains(securable, table));
    }
}
