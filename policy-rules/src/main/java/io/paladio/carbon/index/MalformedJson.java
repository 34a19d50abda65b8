package io.paladio.carbon.index;

/** A text that does not have the shape that was agreed on. Checked; names fields and never what they hold. Immutable. */
public final class MalformedJson extends Exception {
    private static final long serialVersionUID = 1L;

    private final String problem;

    public MalformedJson(String problem) {
        super(problem, null, false, false);
        this.problem = problem;
    }

    /** What is wrong, as the rest of a sentence. */
    public String problem() {
        return problem;
    }
}
