package io.paladio.carbon.policy.resolve;

/** A policy that can't be bound to this table (S10). Checked, because the one answer to it is to refuse. Immutable. */
final class Unbindable extends Exception {
    private static final long serialVersionUID = 1L;

    /** The reason is the rest of a sentence; it names columns and aliases, never a literal. */
    Unbindable(String reason) {
        super(reason, null, false, false);
    }

    /** The same, with where in the document the fault is. */
    Unbindable(String reason, String path) {
        this(reason + ", at " + path);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
