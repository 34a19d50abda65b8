package io.paladio.carbon.index;

import com.fasterxml.jackson.databind.JsonNode;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocumentReader;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads each document once, however many tables and principals it is handed out for: a policy of a catalog comes with every table
 * of it. What was read is kept for as long as an answer holds it and no longer, so that memory follows what statements touch and
 * not what Index holds. Thread-safe.
 */
public final class KnownDocuments {
    private final Map<String, Held> byText = new HashMap<>();
    private final ReferenceQueue<PolicyCandidate> gone = new ReferenceQueue<>();

    /** A document that may go, and the text under which it is found until then. */
    private static final class Held extends WeakReference<PolicyCandidate> {
        private final String text;

        Held(String text, PolicyCandidate candidate, ReferenceQueue<PolicyCandidate> gone) {
            super(candidate, gone);
            this.text = text;
        }
    }

    /**
     * The same candidate for the same text, within the bounds that hold for a document by itself. The answer that it came in must
     * have been parsed with duplicate detection.
     */
    PolicyCandidate read(JsonNode json) {
        String text = json.toString();
        PolicyCandidate known = find(text);
        return known == null ? keep(text, PolicyDocumentReader.read(text)) : known;
    }

    /** How many documents are kept. */
    synchronized int size() {
        forget();
        return byText.size();
    }

    private synchronized @Nullable PolicyCandidate find(String text) {
        Held held = byText.get(text);
        return held == null ? null : held.get();
    }

    private synchronized PolicyCandidate keep(String text, PolicyCandidate read) {
        forget();
        PolicyCandidate before = find(text);
        if (before != null) {
            return before;
        }
        byText.put(text, new Held(text, read, gone));
        return read;
    }

    private void forget() {
        for (Object next = gone.poll(); next != null; next = gone.poll()) {
            if (next instanceof Held held) {
                byText.remove(held.text, held);
            }
        }
    }
}
