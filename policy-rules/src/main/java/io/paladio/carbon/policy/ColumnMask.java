package io.paladio.carbon.policy;

import io.paladio.carbon.policy.expression.Expression;
import java.util.List;
import java.util.Optional;

/**
 * The one mask of one column for one principal: the meet of all that apply (S5).
 *
 * @param column the masked column in the schema that is read
 * @param path the name that people know the column by, dotted where it lies within another: {@code info.ssn}
 * @param unless where present and true for a row, that row's raw value is released
 * @param policies where it comes from
 */
public record ColumnMask(
        Column column, String path, Mask mask, Optional<Expression> unless, List<PolicyReference> policies) {
    public ColumnMask {
        policies = List.copyOf(policies);
    }

    /** The mask of a column that lies in no other. */
    public ColumnMask(Column column, Mask mask, Optional<Expression> unless, List<PolicyReference> policies) {
        this(column, column.name(), mask, unless, policies);
    }

    /** Whether it hides the column of this name, or something within it. */
    public boolean touches(String topLevel) {
        return path.equals(topLevel) || path.startsWith(topLevel + ".");
    }
}
