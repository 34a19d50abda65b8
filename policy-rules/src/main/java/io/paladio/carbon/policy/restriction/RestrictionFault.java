package io.paladio.carbon.policy.restriction;

/**
 * Restrictions that can't be applied as they were sent (S23). Checked, because the one answer to it is to refuse: whoever can't
 * apply one restriction in full must not read. Immutable.
 */
public final class RestrictionFault extends Exception {
    private static final long serialVersionUID = 1L;

    /** The reason is the rest of a sentence; it names fields by id, never what was sent as an action, name or literal. */
    public RestrictionFault(String reason) {
        super(reason, null, false, false);
    }

    /** The rest of a sentence. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
