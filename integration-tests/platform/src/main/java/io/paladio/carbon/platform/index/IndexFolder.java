package io.paladio.carbon.platform.index;

import io.paladio.carbon.policy.Securable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the face needs to know of Index: to whom a table is denied, and whether any policy hangs over it. Read anew as soon as a
 * file changes, so that a table is withheld from foreign engines from the moment at which its policy is written. A folder that
 * can't be read or understood makes every table policy-bearing and denied. Thread-safe.
 */
public final class IndexFolder {
    private final Path root;
    private IndexFacts facts = IndexFacts.UNREADABLE;
    private SortedMap<String, String> seen = new TreeMap<>();

    public IndexFolder(Path root) {
        this.root = root;
    }

    public Path root() {
        return root;
    }

    /** Whether the principal may not have the table, or anything that it lies in. */
    public boolean denies(String principal, List<String> table) {
        return facts().denies(principal, table);
    }

    /** Whether a policy is attached to the table or to anything that it lies in, whomever it applies to. */
    public boolean bearsPolicy(List<String> table) {
        return facts().bearsPolicy(table);
    }

    private synchronized IndexFacts facts() {
        try {
            SortedMap<String, String> files = fingerprint();
            if (!files.equals(seen)) {
                facts = IndexFacts.read(root);
                seen = files;
            }
            return facts;
        } catch (IOException | RuntimeException unreadable) {
            seen = new TreeMap<>();
            return IndexFacts.UNREADABLE;
        }
    }

    private SortedMap<String, String> fingerprint() throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("access.json", "absent");
        if (Files.exists(root.resolve("access.json"))) {
            files.put("access.json", stamp(root.resolve("access.json")));
        }
        try (Stream<Path> policies = Files.list(root.resolve("policies"))) {
            for (Path policy : (Iterable<Path>) policies::iterator) {
                files.put(policy.toString(), stamp(policy));
            }
        }
        return files;
    }

    private static String stamp(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.lastModifiedTime() + "/" + attributes.size() + "/" + attributes.fileKey();
    }

    /** The path of a table within a catalog as a securable, where it is one. */
    static boolean contains(Securable outer, List<String> table) {
        List<String> path = outer.path();
        return table.size() >= path.size() && table.subList(0, path.size()).equals(path);
    }
}
