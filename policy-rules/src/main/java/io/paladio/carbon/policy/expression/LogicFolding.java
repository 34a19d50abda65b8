package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.expression.Expression.And;
import io.paladio.carbon.policy.expression.Expression.Literal;
import io.paladio.carbon.policy.expression.Expression.Or;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.ArrayList;
import java.util.List;

/**
 * Folds AND and OR, which differ in the truth that decides them: FALSE and TRUE. A constant UNKNOWN stays, once, since the rest
 * may still decide. Used once, by one thread.
 */
final class LogicFolding {
    private final Truth decisive;
    private final List<Expression> remaining = new ArrayList<>();
    private boolean unknown;
    private boolean decided;

    LogicFolding(Truth decisive) {
        this.decisive = decisive;
    }

    Expression fold(List<Expression> operands) {
        operands.forEach(this::add);
        if (decided) {
            return literal(decisive);
        }
        if (unknown) {
            remaining.add(literal(Truth.UNKNOWN));
        }
        if (remaining.isEmpty()) {
            return literal(decisive.negate());
        }
        return remaining.size() == 1 ? remaining.get(0) : joined();
    }

    private void add(Expression operand) {
        if (operand instanceof Literal literal) {
            Truth truth = Truth.of(literal.value());
            unknown |= truth == Truth.UNKNOWN;
            decided |= truth == decisive;
        } else if (decisive == Truth.FALSE && operand instanceof And and) {
            and.operands().forEach(this::add);
        } else if (decisive == Truth.TRUE && operand instanceof Or or) {
            or.operands().forEach(this::add);
        } else {
            remaining.add(operand);
        }
    }

    private Expression joined() {
        return decisive == Truth.FALSE ? new And(remaining) : new Or(remaining);
    }

    private static Literal literal(Truth truth) {
        return new Literal(truth.value(), Simple.BOOLEAN);
    }
}
