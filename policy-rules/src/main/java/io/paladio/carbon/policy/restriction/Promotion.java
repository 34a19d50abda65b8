package io.paladio.carbon.policy.restriction;

import io.paladio.carbon.policy.expression.ConstantFolding;
import io.paladio.carbon.policy.expression.Expression;
import io.paladio.carbon.policy.expression.Expression.Cast;
import io.paladio.carbon.policy.expression.ValueType;
import io.paladio.carbon.policy.expression.ValueType.Decimal;
import io.paladio.carbon.policy.expression.ValueType.Simple;
import java.util.Set;

/** Iceberg's promotion of types: only where every value stays what it is; all else can't be compared. */
final class Promotion {
    private static final Set<ValueType> IN_DOUBLE = Set.of(Simple.INT, Simple.FLOAT, Simple.DOUBLE);
    private static final Set<ValueType> IN_LONG = Set.of(Simple.INT, Simple.LONG);
    private static final Set<ValueType> IN_TIMESTAMP = Set.of(Simple.DATE, Simple.TIMESTAMP_NTZ);

    private Promotion() {}

    /** The type that holds the values of both. */
    static ValueType common(ValueType left, ValueType right) throws RestrictionFault {
        Set<ValueType> both = left.equals(right) ? Set.of(left) : Set.of(left, right);
        if (both.size() == 1) {
            return left;
        }
        if (IN_LONG.containsAll(both)) {
            return Simple.LONG;
        }
        if (IN_DOUBLE.containsAll(both)) {
            return Simple.DOUBLE;
        }
        if (IN_TIMESTAMP.containsAll(both)) {
            return Simple.TIMESTAMP_NTZ;
        }
        if (left instanceof Decimal one && right instanceof Decimal other && one.scale() == other.scale()) {
            return one.precision() >= other.precision() ? one : other;
        }
        throw new RestrictionFault("their filter compares values of types that have no common one");
    }

    static Expression to(Expression expression, ValueType type) {
        return expression.type().equals(type) ? expression : ConstantFolding.fold(new Cast(expression, type));
    }
}
