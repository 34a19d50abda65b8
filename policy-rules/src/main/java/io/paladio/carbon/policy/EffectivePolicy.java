package io.paladio.carbon.policy;

import java.util.List;
import java.util.Optional;

/**
 * What narrows one principal on one table: already matched, combined and bound to field-ids.
 *
 * @param etag the effective etag (S21): changes whenever policies, tags, the principal's groups or attributes, or the schema do
 * @param exemptions policies that would apply but for their {@code except} (S19)
 */
public record EffectivePolicy(
        Principal principal,
        Securable table,
        String etag,
        Optional<RowFilter> rowFilter,
        List<ColumnMask> masks,
        List<PolicyReference> exemptions) {
    public EffectivePolicy {
        masks = List.copyOf(masks);
        exemptions = List.copyOf(exemptions);
    }
}
