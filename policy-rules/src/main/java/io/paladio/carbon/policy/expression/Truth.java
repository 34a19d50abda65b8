package io.paladio.carbon.policy.expression;

import java.util.Optional;

/** A truth value of SQL's three-valued logic. */
public enum Truth {
    TRUE,
    FALSE,
    /** SQL's NULL, where a condition is meant. */
    UNKNOWN;

    /** The truth of a two-valued test. */
    public static Truth of(boolean holds) {
        return holds ? TRUE : FALSE;
    }

    /** The truth of a value of a BOOLEAN expression. */
    public static Truth of(Optional<Object> value) {
        return value.map(holds -> of((boolean) holds)).orElse(UNKNOWN);
    }

    /** Conjunction: FALSE wins over UNKNOWN. */
    public Truth and(Truth other) {
        if (this == FALSE || other == FALSE) {
            return FALSE;
        }
        return this == TRUE ? other : this;
    }

    /** Disjunction: TRUE wins over UNKNOWN. */
    public Truth or(Truth other) {
        return negate().and(other.negate()).negate();
    }

    /** Negation: UNKNOWN stays. */
    public Truth negate() {
        return switch (this) {
            case TRUE -> FALSE;
            case FALSE -> TRUE;
            case UNKNOWN -> UNKNOWN;
        };
    }

    /** The value of a BOOLEAN expression: empty for UNKNOWN. */
    public Optional<Object> value() {
        return this == UNKNOWN ? Optional.empty() : Optional.of(this == TRUE);
    }
}
