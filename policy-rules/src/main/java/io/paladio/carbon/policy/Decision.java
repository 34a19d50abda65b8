package io.paladio.carbon.policy;

import java.util.List;

/** What governance says about one principal reading one table. Absence is not among the answers. */
public sealed interface Decision {

    /** Index says that the principal has no grant. */
    record Denied(Securable table, String principal) implements Decision {}

    /**
     * No policy narrows the principal.
     *
     * @param etag the effective etag of having no restriction
     * @param policyBearing whether the table carries any policy at all, for anybody
     * @param exemptions policies that would apply but for their {@code except}
     */
    record Unrestricted(
            Principal principal, Securable table, String etag, boolean policyBearing, List<PolicyReference> exemptions)
            implements Decision {}

    /** The table is served through this policy. */
    record Restricted(EffectivePolicy policy) implements Decision {}

    /**
     * A policy applies and can't be enforced (S10): the statement fails.
     *
     * @param policy id of the policy at fault
     * @param reason the rest of a sentence; names no literal
     */
    record Unenforceable(Securable table, String principal, String policy, String reason) implements Decision {}
}
