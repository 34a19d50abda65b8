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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One reading of an Index folder. Immutable. */
final class IndexFacts {
    /** Nothing is known: everything bears a policy and is denied. */
    static final IndexFacts UNREADABLE = new IndexFacts(List.of(), Optional.empty());

    /** Where policies hang; an empty one hangs over everything, since nobody can tell where it was meant to. */
    private final List<Optional<Securable>> attachments;

    private final Optional<Map<Securable, Set<String>>> denials;

    private IndexFacts(List<Optional<Securable>> attachments, Optional<Map<Securable, Set<String>>> denials) {
        this.attachments = List.copyOf(attachments);
        this.denials = denials.map(Map::copyOf);
    }

    static IndexFacts read(Path root) throws IOException {
        List<Optional<Securable>> attachments = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve("policies"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(".json")) {
                    attachments.add(attachment(file));
                }
            }
        }
        return new IndexFacts(attachments, Optional.of(denials(root.resolve("access.json"))));
    }

    private static Optional<Securable> attachment(Path policy) {
        try {
            JsonNode securable = Json.read(policy).path("attach").path("securable");
            return securable.isTextual() ? Optional.of(Securable.parse(securable.asText())) : Optional.empty();
        } catch (IOException | RuntimeException malformed) {
            return Optional.empty();
        }
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
        return denials.isEmpty()
                || denials.get().entrySet().stream()
                        .anyMatch(entry -> IndexFolder.contains(entry.getKey(), table)
                                && entry.getValue().contains(principal));
    }

    boolean bearsPolicy(List<String> table) {
        return denials.isEmpty()
                || attachments.stream()
                        .anyMatch(attachment -> attachment.isEmpty() || IndexFolder.contains(attachment.get(), table));
    }
}
