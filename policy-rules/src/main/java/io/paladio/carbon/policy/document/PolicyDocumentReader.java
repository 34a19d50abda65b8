package io.paladio.carbon.policy.document;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads one policy document; what does not validate comes back with the JSON path of its fault. Stateless and thread-safe. */
public final class PolicyDocumentReader {
    private PolicyDocumentReader() {}

    /** Reads a document's text; never throws for what the text holds. */
    public static PolicyCandidate read(String json) {
        return new PolicyCandidate.Invalid("unreadable", "$", "Documents are not supported yet.");
    }

    /** Reads a document within a larger answer, which must have been parsed with duplicate detection. */
    public static PolicyCandidate read(JsonNode json) {
        return new PolicyCandidate.Invalid("unreadable", "$", "Documents are not supported yet.");
    }
}
