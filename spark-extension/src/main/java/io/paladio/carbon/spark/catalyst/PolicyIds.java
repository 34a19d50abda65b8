package io.paladio.carbon.spark.catalyst;

import io.paladio.carbon.policy.EffectivePolicy;
import io.paladio.carbon.policy.PolicyReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ids of the policies at work, for messages. Stateless. */
final class PolicyIds {
    private PolicyIds() {}

    /** Those of the row filter alone. */
    static String ofFilter(EffectivePolicy policy) {
        return policy.rowFilter().stream()
                .flatMap(filter -> filter.policies().stream())
                .map(PolicyReference::id)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    static String of(EffectivePolicy policy) {
        return Stream.concat(
                        policy.rowFilter().stream().flatMap(filter -> filter.policies().stream()),
                        policy.masks().stream().flatMap(mask -> mask.policies().stream()))
                .map(PolicyReference::id)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
