package io.paladio.carbon.platform.issuer;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a token says once signature, issuer, time and audience are known to be right. Immutable.
 *
 * @param id its own id
 * @param subject whom it names
 * @param expiry when it ends
 * @param actor the outermost actor, with those behind it
 */
public record VerifiedToken(String id, String subject, Instant expiry, Optional<TokenSpec.Actor> actor) {
    /** Whether the outermost actor is this one. */
    public boolean isActedBy(String name) {
        return actor.filter(by -> by.subject().equals(name)).isPresent();
    }

    static Optional<VerifiedToken> of(JWTClaimsSet claims, String issuer, String audience, Instant now) {
        Date expiry = claims.getExpirationTime();
        Date notBefore = claims.getNotBeforeTime();
        List<String> meantFor = claims.getAudience();
        boolean valid = issuer.equals(claims.getIssuer())
                && claims.getSubject() != null
                && !claims.getSubject().isBlank()
                && claims.getJWTID() != null
                && expiry != null
                && now.isBefore(expiry.toInstant())
                && (notBefore == null || !now.isBefore(notBefore.toInstant()))
                && meantFor != null
                && meantFor.contains(audience);
        return valid
                ? Optional.of(new VerifiedToken(
                        claims.getJWTID(), claims.getSubject(), expiry.toInstant(), actor(claims.getClaim("act"))))
                : Optional.empty();
    }

    private static Optional<TokenSpec.Actor> actor(@Nullable Object claim) {
        return claim instanceof Map<?, ?> act && act.get("sub") instanceof String subject
                ? Optional.of(new TokenSpec.Actor(subject, actor(act.get("act"))))
                : Optional.empty();
    }
}
