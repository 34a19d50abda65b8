package io.paladio.carbon.spark.identity;

import com.nimbusds.jwt.JWTClaimsSet;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.TokenAttributes;
import io.paladio.carbon.spark.CarbonConfig;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the claims of a token with a good signature must say, and who they name. Kept apart from the signature so that each
 * fault has its own reason. Immutable.
 */
final class TokenClaims {
    private static final int LONGEST_NAME = 256;
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}]");

    private final CarbonConfig.Identity identity;
    private final Clock clock;

    TokenClaims(CarbonConfig.Identity identity, Clock clock) {
        this.identity = identity;
        this.clock = clock;
    }

    VerifiedCaller callerOf(JWTClaimsSet claims, String token) {
        Instant expires = checkedExpiry(claims);
        if (!identity.issuer().equals(claims.getIssuer())) {
            throw TokenVerifier.invalid("it is from another issuer");
        }
        if (!claims.getAudience().contains(identity.audience())) {
            throw TokenVerifier.invalid("it is for another audience");
        }
        String principal = name(claims.getClaim(identity.principalClaim()))
                .orElseThrow(() -> TokenVerifier.invalid("it names no principal"));
        Map<String, String> attributes = TokenAttributes.of(claims.getClaims(), identity.principalClaim());
        return new VerifiedCaller(new Caller(principal, actor(claims), attributes), token, expires);
    }

    private Instant checkedExpiry(JWTClaimsSet claims) {
        Instant now = clock.instant();
        Instant expires = Optional.ofNullable(claims.getExpirationTime())
                .map(Date::toInstant)
                .orElseThrow(() -> TokenVerifier.invalid("it does not say when it expires"));
        if (!now.isBefore(expires.plus(TokenVerifier.CLOCK_SKEW))) {
            throw TokenVerifier.invalid("it has expired");
        }
        Date notBefore = claims.getNotBeforeTime();
        if (notBefore != null && now.isBefore(notBefore.toInstant().minus(TokenVerifier.CLOCK_SKEW))) {
            throw TokenVerifier.invalid("it is not valid yet");
        }
        return expires;
    }

    private Optional<String> actor(JWTClaimsSet claims) {
        Object act = claims.getClaim("act");
        if (act == null) {
            return Optional.empty();
        }
        Optional<String> actor = act instanceof Map<?, ?> fields ? name(fields.get("sub")) : Optional.empty();
        if (actor.filter(identity.delegates()::contains).isEmpty()) {
            throw TokenVerifier.invalid("its actor is not an allowed delegate");
        }
        return actor;
    }

    /** A name that can stand in a log line, a session key and a message as it is. */
    private static Optional<String> name(@Nullable Object claim) {
        return claim instanceof String text
                        && !text.isBlank()
                        && text.length() <= LONGEST_NAME
                        && text.strip().equals(text)
                        && !INVISIBLE.matcher(text).find()
                ? Optional.of(text)
                : Optional.empty();
    }
}
