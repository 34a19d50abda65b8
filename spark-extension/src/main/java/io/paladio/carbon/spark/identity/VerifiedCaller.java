package io.paladio.carbon.spark.identity;

import io.paladio.carbon.policy.Caller;
import java.time.Instant;

/**
 * A caller whose token was verified, with that token.
 *
 * @param token the bearer token: a secret; {@link #toString} does not show it
 */
public record VerifiedCaller(Caller caller, String token, Instant expires) {
    @Override
    public String toString() {
        return "VerifiedCaller[" + caller.name() + ", expires " + expires + "]";
    }
}
