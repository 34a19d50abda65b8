package io.paladio.carbon.platform.issuer;

import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpExchange;
import io.paladio.carbon.platform.http.Answers;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens that were taken back before their time (RFC 7009), by id, and with them what was given for them in exchange. Thread-safe.
 */
final class Revocations {
    /** The ids of the tokens that a token was given for. */
    static final String ORIGINS = "origins";

    private final SigningKeys keys;
    private final Set<String> revoked = ConcurrentHashMap.newKeySet();

    Revocations(SigningKeys keys) {
        this.keys = keys;
    }

    /** Takes a token back. What is no token of ours is as good as taken back: the standard makes no difference. */
    void revoke(String token) {
        keys.verify(token).map(JWTClaimsSet::getJWTID).ifPresent(revoked::add);
    }

    boolean concern(JWTClaimsSet claims) {
        return revoked.contains(String.valueOf(claims.getJWTID()))
                || (claims.getClaim(ORIGINS) instanceof List<?> origins
                        && origins.stream().anyMatch(origin -> revoked.contains(String.valueOf(origin))));
    }

    /** Whoever holds a token may take it back. */
    void handle(HttpExchange request) throws IOException {
        revoke(Form.of(request).getOrDefault("token", ""));
        Answers.empty(request, 200);
    }
}
