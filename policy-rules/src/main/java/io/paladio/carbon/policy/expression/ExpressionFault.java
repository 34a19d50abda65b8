package io.paladio.carbon.policy.expression;

/**
 * A text that is no expression of {@code spark-sql-restricted/1}, or that does not fit the columns it is bound to.
 *
 * <p>Checked, because every caller has a safe answer to it: the policy is invalid or can't be enforced. The problem may name
 * columns and functions, never a literal of the policy. Immutable.
 */
public final class ExpressionFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final String problem;
    private final int position;

    ExpressionFault(int position, String problem) {
        super(problem);
        this.problem = problem;
        this.position = position;
    }

    /** What is wrong and what to write instead, as one or two sentences. */
    public String problem() {
        return problem;
    }

    /** Where, in characters from 0. */
    public int position() {
        return position;
    }
}
