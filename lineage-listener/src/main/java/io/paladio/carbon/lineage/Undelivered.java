package io.paladio.carbon.lineage;

/** The receiver did not take the record this time. Its message is ours: no address, no text of the receiver. Immutable. */
final class Undelivered extends Exception {
    private static final long serialVersionUID = 1L;

    Undelivered(String reason) {
        super(reason, null, false, false);
    }

    /** What is told of a failure: our own words, else what kind it is, for its message may hold an address or data. */
    static String reason(Throwable failure) {
        return failure instanceof Undelivered
                ? String.valueOf(failure.getMessage())
                : failure.getClass().getSimpleName();
    }
}
