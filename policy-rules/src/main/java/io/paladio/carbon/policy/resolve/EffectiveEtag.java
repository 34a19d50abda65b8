package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Fingerprint;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyDocument;
import java.util.List;
import java.util.TreeMap;

/**
 * The fingerprint of everything that a decision rests on (S21): policies in force, tags, the principal with groups and
 * attributes, schema, table, what the catalog restricts. Order does not matter; the same input gives the same text in every process.
 */
final class EffectiveEtag {
    private EffectiveEtag() {}

    static String of(TableAnswer answer, List<PolicyDocument> live, Principal principal, ReadSchema schema) {
        Fingerprint fingerprint = new Fingerprint()
                .list("table", answer.table().path())
                .set("policies", live.stream().map(EffectiveEtag::version).toList())
                .map("tags", answer.tags())
                .list("principal", List.of(principal.name()))
                .set("groups", principal.groups())
                .map("attributes", principal.attributes())
                .list(
                        "schemas",
                        List.of(
                                number(schema.current().schemaId()),
                                number(schema.read().schemaId())))
                .list("restrictions", List.of(schema.restrictions().etag()))
                .set("columns", answer.columnTags().keySet());
        new TreeMap<>(answer.columnTags()).forEach((column, tags) -> fingerprint.map(column, tags));
        return fingerprint.etag();
    }

    private static String version(PolicyDocument policy) {
        return policy.reference() + " " + policy.reference().etag();
    }

    private static String number(int number) {
        return Integer.toString(number);
    }
}
