package io.paladio.carbon.catalog;

/** The face sent restrictions that nobody here could apply: what they came with must not be read. */
final class UnknownRestrictions extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** The reason is the rest of a sentence, without anything that was sent. */
    UnknownRestrictions(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
