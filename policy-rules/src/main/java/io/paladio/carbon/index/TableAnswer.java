package io.paladio.carbon.index;

import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyCandidate;
import java.util.List;
import java.util.Map;

/**
 * What Index holds about one table.
 *
 * @param etag changes whenever something in this answer does
 * @param tags of the table, inherited ones included; nearest wins
 * @param columnTags tags by column name (nested: dotted path)
 * @param policies all policies attached to the table or to what it lies in, for anybody; each valid or known to be at fault
 */
public record TableAnswer(
        Securable table,
        String etag,
        Access access,
        Map<String, String> tags,
        Map<String, Map<String, String>> columnTags,
        List<PolicyCandidate> policies) {
    public TableAnswer {
        tags = Map.copyOf(tags);
        columnTags = Map.copyOf(columnTags);
        policies = List.copyOf(policies);
    }
}
