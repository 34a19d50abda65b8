package io.paladio.carbon.policy.document;

/** A policy of Index as read: valid, or known by its fault. A fault takes its table with it (fail closed). */
public sealed interface PolicyCandidate {
    /** A document that passed validation. */
    record Valid(PolicyDocument document) implements PolicyCandidate {}

    /**
     * A document that did not.
     *
     * @param id the policy's id as far as it could be read, else "unreadable"
     * @param path JSON path of the fault
     * @param problem what is wrong and what to write instead
     */
    record Invalid(String id, String path, String problem) implements PolicyCandidate {}
}
