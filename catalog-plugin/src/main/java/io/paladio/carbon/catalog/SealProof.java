package io.paladio.carbon.catalog;

import io.paladio.carbon.policy.EffectivePolicy;

/**
 * What the last check before execution claims to have found above a scan: a barrier of this principal with this effective etag.
 *
 * <p>A scan opens for the proof of its own policy and for no other. Immutable.
 */
public record SealProof(String principal, String etag) {
    /** The proof that a scan under this policy asks for. */
    public static SealProof of(EffectivePolicy policy) {
        return new SealProof(policy.principal().name(), policy.etag());
    }
}
