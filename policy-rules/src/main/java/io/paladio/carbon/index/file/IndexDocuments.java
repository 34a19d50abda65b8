package io.paladio.carbon.index.file;

import io.paladio.carbon.index.Access;
import io.paladio.carbon.index.FaultyDocument;
import io.paladio.carbon.index.MalformedJson;
import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.Fingerprint;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the documents of a folder say, read as a whole. Immutable.
 *
 * @param policies by what they hang on; under "everything" those whose place can't be read
 */
record IndexDocuments(
        StateFiles state,
        PolicyFiles policyFiles,
        ObligationFiles obligations,
        Map<Optional<Securable>, List<AttachedPolicy>> policies) {

    /** Tags of a securable, and of its columns if it is a table. */
    record Tags(Map<String, String> own, Map<String, Map<String, String>> columns) {
        static final Tags NONE = new Tags(Map.of(), Map.of());
    }

    /** Reads a folder; what is at fault keeps the meaning that it had before, where it had one. */
    static IndexDocuments of(FolderContents contents, Optional<IndexDocuments> before) throws MalformedJson {
        StateFiles state = StateFiles.of(contents, before.map(IndexDocuments::state));
        PolicyFiles policies = PolicyFiles.of(
                contents.texts(), before.map(IndexDocuments::policyFiles).orElse(PolicyFiles.NONE));
        ObligationFiles obligations = ObligationFiles.of(
                contents, before.map(IndexDocuments::obligations).orElse(ObligationFiles.NONE));
        return new IndexDocuments(
                state,
                policies,
                obligations,
                policies.attached().stream().collect(Collectors.groupingBy(AttachedPolicy::securable)));
    }

    /** What can't be taken as it stands. */
    List<FaultyDocument> faults() {
        return Stream.of(state.faults(), policyFiles.faults(), obligations.faults())
                .flatMap(List::stream)
                .toList();
    }

    /** The caller as the documents know it; one that they don't know is in no group. */
    Principal principal(Caller caller) {
        Map<String, Principal> principals = state.principals().meaning().orElse(Map.of());
        Principal known = principals.getOrDefault(caller.name(), new Principal(caller.name(), Set.of(), Map.of()));
        Map<String, String> attributes = new HashMap<>(caller.attributes());
        attributes.putAll(known.attributes());
        return new Principal(caller.name(), known.groups(), attributes);
    }

    TableAnswer table(Securable table, Caller caller) {
        Map<Securable, Tags> tags = state.tags().meaning().orElse(Map.of());
        Map<Securable, Set<String>> denied = state.denied().meaning().orElse(Map.of());
        Map<String, String> inherited = new HashMap<>();
        List<AttachedPolicy> attached = new ArrayList<>(policies.getOrDefault(Optional.<Securable>empty(), List.of()));
        Access access = Access.UNKNOWN;
        for (Securable level : table.lineage()) {
            inherited.putAll(tags.getOrDefault(level, Tags.NONE).own());
            attached.addAll(policies.getOrDefault(Optional.of(level), List.of()));
            if (denied.getOrDefault(level, Set.of()).contains(caller.name())) {
                access = Access.DENIED;
            }
        }
        Map<String, Map<String, String>> columns = columns(table);
        List<PolicyCandidate> candidates =
                attached.stream().map(AttachedPolicy::candidate).toList();
        return new TableAnswer(
                table, etag(access, inherited, columns, attached), access, inherited, columns, candidates);
    }

    /** The tags of a table's columns. */
    Map<String, Map<String, String>> columns(Securable table) {
        Map<Securable, Tags> tags = state.tags().meaning().orElse(Map.of());
        return obligations.with(tags.getOrDefault(table, Tags.NONE).columns(), table);
    }

    private static String etag(
            Access access,
            Map<String, String> tags,
            Map<String, Map<String, String>> columns,
            List<AttachedPolicy> attached) {
        Fingerprint fingerprint = new Fingerprint()
                .list("access", List.of(access.name()))
                .map("tags", tags)
                .set(
                        "policies",
                        attached.stream()
                                .map(policy -> policy.candidate() + policy.text())
                                .toList())
                .set("columns", columns.keySet());
        new TreeMap<>(columns).forEach(fingerprint::map);
        return fingerprint.etag();
    }
}
