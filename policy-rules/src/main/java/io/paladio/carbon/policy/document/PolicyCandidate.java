package io.paladio.carbon.policy.document;

/** A policy of Index as read: valid, or known by its fault. A fault takes its table with it, for those whom it
 * concerns (fail closed). */
public sealed interface PolicyCandidate {
    /** A document that passed validation. */
    record Valid(PolicyDocument document) implements PolicyCandidate {}

    /**
     * A document that did not.
     *
     * @param id the policy's id as far as it could be read, else "unreadable"
     * @param path JSON path of the fault
     * @param problem what is wrong and what to write instead
     * @param concern whose statements it stops
     */
    record Invalid(String id, String path, String problem, Concern concern) implements PolicyCandidate {
        /** One that concerns everybody: it can't be told whom it was to bind. */
        public Invalid(String id, String path, String problem) {
            this(id, path, problem, Concern.EVERYBODY);
        }

        /** The same fault of a policy that goes by another name. */
        public Invalid named(String name) {
            return new Invalid(name, path, problem, concern);
        }
    }
}
