package io.paladio.carbon.policy.expression;

import java.util.Optional;

/**
 * A text that is no expression of {@code spark-sql-restricted/1}, or that does not fit the columns it is bound to.
 *
 * <p>Checked, because every caller has a safe answer to it: the policy is invalid or can't be enforced. The problem may name
 * columns and functions, never a literal of the policy. Immutable.
 */
public final class ExpressionFault extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_NAME = 64;

    private final String problem;
    private final int position;
    private final transient Optional<LookupFault> lookup;

    ExpressionFault(int position, String problem) {
        this(position, problem, Optional.empty());
    }

    private ExpressionFault(int position, String problem, Optional<LookupFault> lookup) {
        super(problem);
        this.problem = problem;
        this.position = position;
        this.lookup = lookup;
    }

    static ExpressionFault of(int position, LookupFault fault) {
        return new ExpressionFault(
                position, "It can't be told for any row: " + fault.reason() + ".", Optional.of(fault));
    }

    /** The reason, where not the text but the lookup that it reads is at fault. */
    public Optional<String> lookupReason() {
        return lookup.map(LookupFault::reason);
    }

    /** What is wrong and what to write instead, as one or two sentences. */
    public String problem() {
        return problem;
    }

    /** Where, in characters from 0. */
    public int position() {
        return position;
    }

    /** A name of the text as a problem may repeat it: short, and without control characters. */
    static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints()
                .limit(LONGEST_NAME)
                .forEach(point -> shown.appendCodePoint(Character.isISOControl(point) ? '\uFFFD' : point));
        return shown.toString();
    }
}
