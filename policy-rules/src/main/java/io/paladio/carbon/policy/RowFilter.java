package io.paladio.carbon.policy;

import io.paladio.carbon.policy.expression.Expression;
import java.util.List;

/**
 * Which rows a principal sees: those for which the condition is true. NULL hides (S3).
 *
 * @param condition all filters that apply, combined by S2, over raw values bound by field-id
 * @param policies where it comes from
 */
public record RowFilter(Expression condition, List<PolicyReference> policies) {
    public RowFilter {
        policies = List.copyOf(policies);
    }
}
