package io.paladio.carbon.policy;

import java.util.List;

/**
 * The shadow policies of one table for one principal.
 *
 * @param read the schema that they are bound to
 */
public record TableShadow(TableSchema read, List<ShadowPolicy> policies) {
    public TableShadow {
        policies = List.copyOf(policies);
    }

    /** What evidence says of them. */
    public List<ShadowEffect> effects() {
        return policies.stream().map(ShadowPolicy::effect).toList();
    }

    /** Those of which rows can be counted. */
    public List<ShadowPolicy> filters() {
        return policies.stream().filter(policy -> policy.keeps().isPresent()).toList();
    }

    /** The same, and one of the policies is at fault. */
    public TableShadow failing(PolicyReference policy, String reason) {
        return new TableShadow(
                read,
                policies.stream()
                        .map(each -> each.effect().policy().equals(policy) ? each.failing(reason) : each)
                        .toList());
    }
}
