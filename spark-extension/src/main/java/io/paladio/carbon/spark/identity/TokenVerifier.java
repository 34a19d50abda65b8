package io.paladio.carbon.spark.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides whether a bearer token proves who is calling: RS256 or ES256 by a key of the configured issuer, for this audience, at
 * this time. Exists so that there is one place where a token becomes a caller. A refusal never quotes the token. Thread-safe.
 */
public final class TokenVerifier {
    /** How far the issuer's clock may be from ours. */
    public static final Duration CLOCK_SKEW = Duration.ofSeconds(60);

    private static final int LONGEST_TOKEN = 16 * 1024;
    private static final Pattern COMPACT = Pattern.compile("[\\w-]++\\.[\\w-]++\\.[\\w-]++");
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256);

    private final DefaultJWTProcessor<SecurityContext> processor;
    private final TokenClaims claims;

    /** A verifier that fetches or reads the issuer's keys as configured. */
    public TokenVerifier(CarbonConfig.Identity identity) {
        this(identity, Clock.systemUTC());
    }

    TokenVerifier(CarbonConfig.Identity identity, Clock clock) {
        this.claims = new TokenClaims(identity, clock);
        this.processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(new KnownKeySelector(ALGORITHMS, VerificationKeySource.of(identity.keys())));
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        // The claims are checked by TokenClaims: the library's own verifier quotes them in its messages.
        processor.setJWTClaimsSetVerifier((set, context) -> {});
    }

    /**
     * The caller whom a compact serialized token names.
     *
     * @throws Refusal IDENTITY_INVALID
     */
    public VerifiedCaller verify(String token) {
        if (token.length() > LONGEST_TOKEN) {
            throw invalid("it is too long");
        }
        return claims.callerOf(verified(signed(token)), token);
    }

    private static SignedJWT signed(String token) {
        // The library passes over what stands around a token; we hand the token on, in a header, as it came.
        if (!COMPACT.matcher(token).matches()) {
            throw invalid("it is not a signed JWT");
        }
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            if (!ALGORITHMS.contains(jwt.getHeader().getAlgorithm())) {
                throw invalid("it is not signed with RS256 or ES256");
            }
            return jwt;
        } catch (ParseException | IllegalArgumentException unreadable) {
            throw invalid("it is not a signed JWT");
        }
    }

    private JWTClaimsSet verified(SignedJWT jwt) {
        try {
            return processor.process(jwt, null);
        } catch (BadJOSEException untrusted) {
            throw invalid("its signature was not made by a key of the configured issuer");
        } catch (KnownKeySelector.UnknownKeyException unknown) {
            throw invalid("it is signed by a key that the issuer does not have");
        } catch (JOSEException | RuntimeException unavailable) {
            throw invalid("the issuer's keys could not be read");
        }
    }

    static Refusal invalid(String reason) {
        return CarbonCondition.IDENTITY_INVALID.refusal().reason(reason).build();
    }
}
