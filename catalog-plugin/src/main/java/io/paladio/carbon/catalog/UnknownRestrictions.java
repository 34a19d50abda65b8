package io.paladio.carbon.catalog;

/** The face sent restrictions along with a table that nobody here would apply: the table must not be read. */
final class UnknownRestrictions extends RuntimeException {
    static final String FIELD = "read-restrictions";
    private static final long serialVersionUID = 1L;

    UnknownRestrictions() {
        super("the answer holds " + FIELD);
    }
}
