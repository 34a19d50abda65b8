package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Fingerprint;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.expression.LookupFault;
import io.paladio.carbon.policy.expression.LookupTable;
import io.paladio.carbon.policy.expression.Lookups;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lookups that a decision reads, and in which state: it holds as long as they are in that state. Not thread-safe. */
final class UsedLookups {
    private final LookupReader reader;
    private final Map<String, String> snapshots = new TreeMap<>();

    UsedLookups(LookupReader reader) {
        this.reader = reader;
    }

    /** The lookups that a policy declares, and no others. */
    Lookups of(PolicyDocument document) {
        return table -> open(document, table);
    }

    private LookupTable open(PolicyDocument document, Securable table) throws LookupFault {
        Integer maxRows = document.lookups().get(table);
        if (maxRows == null) {
            throw new LookupFault("it looks up " + table + ", which it does not declare");
        }
        LookupReader.Opened opened = reader.open(table, maxRows);
        snapshots.put(table.toString(), opened.snapshotId().map(String::valueOf).orElse("none"));
        return opened.table();
    }

    /** The etag of a decision that rests on these lookups too. */
    String within(String etag) {
        return snapshots.isEmpty()
                ? etag
                : new Fingerprint()
                        .list("decision", List.of(etag))
                        .map("lookups", snapshots)
                        .etag();
    }
}
