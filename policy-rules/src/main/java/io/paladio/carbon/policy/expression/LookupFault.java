package io.paladio.carbon.policy.expression;

/** A lookup that can't be read. Checked, because the one answer to it is that the policy can't be enforced. Immutable. */
public final class LookupFault extends Exception {
    private static final long serialVersionUID = 1L;

    /** The reason is the rest of a sentence; it names no value. */
    public LookupFault(String reason) {
        super(reason, null, false, false);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
