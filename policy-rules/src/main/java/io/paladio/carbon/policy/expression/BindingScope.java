package io.paladio.carbon.policy.expression;

import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.expression.Expression.ColumnReference;
import java.util.Map;
import java.util.Set;

/**
 * What the names in a policy's expression stand for. Nothing outside it can be meant, so a session can't capture a name.
 *
 * @param columns aliases and column names, {@code value} for the masked column; a nested field's name is its dotted path
 * @param absent aliases that the policy declares optional and that the table lacks: they read as NULL of any type
 * @param principal answers the context functions
 */
public record BindingScope(Map<String, ColumnReference> columns, Set<String> absent, Principal principal) {
    public BindingScope {
        columns = Map.copyOf(columns);
        absent = Set.copyOf(absent);
    }
}
