package io.paladio.carbon.command;

/** A command can't be carried out here: a file, an address or a right is missing. Immutable. */
public final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    /** One sentence that says what to do. */
    public Impossible(String problem) {
        super(problem, null, false, false);
    }
}
