package io.paladio.carbon.policy;

import io.paladio.carbon.policy.expression.Expression;
import java.util.Optional;

/**
 * A policy in shadow as it is to one principal on one table (S20).
 *
 * @param effect what evidence says of it
 * @param keeps of the rows that the principal sees now, those for which this is true would stay; empty for a mask, and for a
 *     filter that could not be enforced
 */
public record ShadowPolicy(ShadowEffect effect, Optional<Expression> keeps) {
    /** The same policy, of which no row can be counted. */
    public ShadowPolicy failing(String reason) {
        return new ShadowPolicy(effect.failing(reason), Optional.empty());
    }
}
