package io.paladio.carbon.platform;

import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.index.ResolveRequest;
import io.paladio.carbon.index.file.FilePolicySource;
import io.paladio.carbon.policy.Caller;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The folder that somebody gives in place of the sample's Index: asked before anything waits for an answer of it. Stateless. */
final class GivenIndex {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private GivenIndex() {}

    /** @throws IllegalArgumentException with one sentence, where no question could be answered from the folder */
    static void require(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("--policies: there is no folder " + folder + ".");
        }
        for (String part : new String[] {"principals.json", "tags.json", "policies"}) {
            if (!Files.exists(folder.resolve(part))) {
                throw new IllegalArgumentException("--policies: " + folder + " has no " + part
                        + "; an Index folder has principals.json, tags.json and a folder policies.");
            }
        }
        try (FilePolicySource source = new FilePolicySource(folder, PATIENCE)) {
            source.resolve(new ResolveRequest(new Caller("admin", Optional.empty(), Map.of()), Set.of()));
        } catch (Refusal unusable) {
            throw new IllegalArgumentException("--policies: " + folder + ": "
                    + unusable.parameters().getOrDefault("reason", "it can't be read") + ".");
        }
    }
}
