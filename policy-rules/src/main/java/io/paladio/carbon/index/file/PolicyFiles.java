package io.paladio.carbon.index.file;

import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.FaultyDocument.Standing;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The policy files of a folder. One at fault keeps what it was when it was last whole (S22); where it never was, it takes with it
 * what it hangs on. Immutable.
 *
 * @param whole the policies in force, by the name of their file
 * @param refused files at fault that were never whole
 */
record PolicyFiles(Map<String, AttachedPolicy> whole, List<AttachedPolicy> refused, List<FaultyDocument> faults) {
    /** Before a folder was ever read. */
    static final PolicyFiles NONE = new PolicyFiles(Map.of(), List.of(), List.of());

    PolicyFiles {
        whole = Map.copyOf(whole);
        refused = List.copyOf(refused);
        faults = List.copyOf(faults);
    }

    static PolicyFiles of(Map<String, Optional<String>> texts, PolicyFiles before) {
        Reading reading = new Reading(texts, before);
        new TreeMap<>(texts).forEach((name, text) -> {
            if (name.startsWith(FolderContents.POLICIES + "/")) {
                reading.add(name, AttachedPolicy.of(name, text));
            }
        });
        return reading.result();
    }

    /** All that hangs somewhere: what is in force, and what refuses. */
    List<AttachedPolicy> attached() {
        return Stream.concat(new TreeMap<>(whole).values().stream(), refused.stream())
                .toList();
    }

    /** One reading of the folder, file by file. Used once, by one thread. */
    private static final class Reading {
        private final Map<String, Optional<String>> texts;
        private final PolicyFiles before;
        private final Map<String, AttachedPolicy> whole = new TreeMap<>();
        private final Set<String> ids = new HashSet<>();
        private final List<AttachedPolicy> refused = new ArrayList<>();
        private final List<FaultyDocument> faults = new ArrayList<>();

        Reading(Map<String, Optional<String>> texts, PolicyFiles before) {
            this.texts = texts;
            this.before = before;
        }

        void add(String name, AttachedPolicy policy) {
            if (!(policy.candidate() instanceof PolicyCandidate.Invalid)) {
                takeInForce(name, policy);
                return;
            }
            Optional<AttachedPolicy> earlier = earlier(name, policy);
            earlier.ifPresent(kept -> {
                takeInForce(name, kept);
                note(name, policy, Standing.EARLIER_STATE);
            });
            // A file that has become another policy keeps the one that it was, and the other one was never whole.
            boolean isAnother = earlier.isPresent()
                    && !policy.id().equals(name)
                    && !policy.id().equals(earlier.get().id());
            if (earlier.isEmpty() || isAnother) {
                refuse(name, policy);
            }
        }

        PolicyFiles result() {
            return new PolicyFiles(whole, refused, faults);
        }

        /** Two files of one id: it can't be told which of them is meant, so that the second refuses. */
        private void takeInForce(String name, AttachedPolicy policy) {
            if (ids.add(policy.id())) {
                whole.put(name, policy);
            } else {
                refuse(name, policy.asDuplicate());
            }
        }

        /** What the file was when it was last whole, or the policy of its id in a file that is gone. */
        private Optional<AttachedPolicy> earlier(String name, AttachedPolicy policy) {
            return Optional.ofNullable(before.whole().get(name))
                    .or(() -> before.whole().entrySet().stream()
                            .filter(file -> !texts.containsKey(file.getKey()))
                            .map(Map.Entry::getValue)
                            .filter(gone -> gone.id().equals(policy.id()))
                            .findFirst());
        }

        private void refuse(String name, AttachedPolicy policy) {
            refused.add(policy);
            note(name, policy, Standing.REFUSED);
        }

        private void note(String name, AttachedPolicy policy, Standing standing) {
            PolicyCandidate.Invalid invalid = (PolicyCandidate.Invalid) policy.candidate();
            faults.add(new FaultyDocument(name, "at " + invalid.path(), standing));
        }
    }
}
