package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.ValueType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code unless} of masks: where a row's raw value is let out (S5). */
final class Release {
    private static final Literal TRUE = new Literal(Optional.of(true), ValueType.Simple.BOOLEAN);

    private Release() {}

    /** The condition, unless it folded to a constant that releases nobody: NULL or false. */
    static Optional<Expression> unlessNever(Expression condition) {
        return condition instanceof Literal && !condition.equals(TRUE) ? Optional.empty() : Optional.of(condition);
    }

    /** A value is let out only where every mask lets it out; one mask without a release closes all. */
    static Optional<Expression> whereAll(List<BoundMask> masks) {
        if (masks.stream().anyMatch(mask -> mask.unless().isEmpty())) {
            return Optional.empty();
        }
        Set<Expression> conditions = new LinkedHashSet<>();
        masks.forEach(mask ->
                mask.unless().filter(condition -> !condition.equals(TRUE)).ifPresent(conditions::add));
        if (conditions.isEmpty()) {
            return Optional.of(TRUE);
        }
        List<Expression> operands = List.copyOf(conditions);
        return Optional.of(operands.size() == 1 ? operands.get(0) : new Expression.And(operands));
    }

    static boolean isAlways(Optional<Expression> condition) {
        return condition.filter(TRUE::equals).isPresent();
    }
}
