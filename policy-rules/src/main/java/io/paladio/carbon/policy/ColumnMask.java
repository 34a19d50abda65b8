package io.paladio.carbon.policy;

import io.paladio.carbon.policy.expression.Expression;
import java.util.List;
import java.util.Optional;

/**
 * The one mask of one column for one principal: the meet of all that apply (S5).
 *
 * @param column the masked column in the schema that is read
 * @param unless where present and true for a row, that row's raw value is released
 * @param policies where it comes from
 */
public record ColumnMask(Column column, Mask mask, Optional<Expression> unless, List<PolicyReference> policies) {
    public ColumnMask {
        policies = List.copyOf(policies);
    }
}
