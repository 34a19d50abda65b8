package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.document.PolicyDocument.TagCondition;
import java.util.Collection;
import java.util.Map;

/** Whether tags satisfy conditions (S11). Values compare exactly; no values means that the tag need only exist. */
final class TagMatch {
    private TagMatch() {}

    static boolean all(Collection<TagCondition> conditions, Map<String, String> tags) {
        return conditions.stream().allMatch(condition -> holds(condition, tags));
    }

    private static boolean holds(TagCondition condition, Map<String, String> tags) {
        String value = tags.get(condition.tag());
        return value != null
                && (condition.values().isEmpty() || condition.values().contains(value));
    }
}
