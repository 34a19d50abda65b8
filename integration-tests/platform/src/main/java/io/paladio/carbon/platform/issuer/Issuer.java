package io.paladio.carbon.platform.issuer;

import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpExchange;
import io.paladio.carbon.platform.http.Answers;
import io.paladio.carbon.platform.http.Json;
import io.paladio.carbon.platform.http.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An OpenID Connect issuer: discovery, keys, token exchange (RFC 8693) and revocation (RFC 7009). It mints any token that the platform asks for in
 * process, and over HTTP only what a verified actor may have. Thread-safe.
 */
public final class Issuer implements AutoCloseable {
    /** The audience of the engine: what users present to Spark Connect. */
    public static final String ENGINE_AUDIENCE = "carbon-connect";
    /** The audience of the face. */
    public static final String FACE_AUDIENCE = "carbon-face";
    /** The engine's workload identity. */
    public static final String ENGINE_SUBJECT = "carbon-engine";

    private final SigningKeys keys = new SigningKeys();
    private final Revocations revocations = new Revocations(keys);
    private final Clock clock;
    private final TokenExchange exchange;
    private final LoopbackServer server;

    private Issuer(Clock clock, int port) {
        this.clock = clock;
        this.exchange = new TokenExchange(this);
        this.server = LoopbackServer.start("issuer", port, this::handle);
    }

    /** @param port its name's port, 0 for any: who comes back under the same port has the same name, with new keys */
    public static Issuer start(Clock clock, int port) {
        return new Issuer(clock, port);
    }

    public URI uri() {
        return server.uri();
    }

    public URI keysUri() {
        return uri().resolve("/jwks");
    }

    public URI tokenUri() {
        return uri().resolve("/token");
    }

    public URI revocationUri() {
        return uri().resolve("/revoke");
    }

    /** The published keys, as a JWK set document. */
    public String publicKeys() {
        return keys.publicSet();
    }

    /** Signs with a new key from now on; tokens under older keys stay valid. */
    public void rotateKeys() {
        keys.rotate();
    }

    /** Mints a token as specified, with no question asked. */
    public String mint(TokenSpec spec) {
        Instant now = clock.instant();
        Instant expiry = now.plus(spec.validity());
        Instant issued = expiry.isBefore(now) ? expiry.minusSeconds(60) : now;
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(uri().toString())
                .subject(spec.subject())
                .audience(spec.audience())
                .issueTime(Date.from(issued))
                .notBeforeTime(Date.from(issued))
                .expirationTime(Date.from(expiry))
                .jwtID(UUID.randomUUID().toString());
        spec.actor().ifPresent(actor -> claims.claim("act", actorClaim(actor)));
        if (!spec.origins().isEmpty()) {
            claims.claim(Revocations.ORIGINS, spec.origins());
        }
        return keys.sign(claims.build());
    }

    private static Map<String, Object> actorClaim(TokenSpec.Actor actor) {
        Map<String, Object> claim = new HashMap<>();
        claim.put("sub", actor.subject());
        actor.behind().ifPresent(behind -> claim.put("act", actorClaim(behind)));
        return claim;
    }

    /** Takes a token back before its time. */
    public void revoke(String token) {
        revocations.revoke(token);
    }

    /** A time that ends with the first of these tokens. */
    Duration atMost(Duration most, VerifiedToken... tokens) {
        Instant now = clock.instant();
        return Stream.concat(Stream.of(most), Arrays.stream(tokens).map(token -> Duration.between(now, token.expiry())))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** What the token says, if it is ours, valid now, not revoked and meant for the audience. */
    public Optional<VerifiedToken> verify(String token, String audience) {
        return keys.verify(token)
                .filter(claims -> !revocations.concern(claims))
                .flatMap(claims -> VerifiedToken.of(claims, uri().toString(), audience, clock.instant()));
    }

    private void handle(HttpExchange request) throws IOException {
        switch (request.getRequestMethod() + " " + request.getRequestURI().getPath()) {
            case "GET /.well-known/openid-configuration" -> Answers.json(request, 200, discovery());
            case "GET /jwks" -> Answers.json(request, 200, publicKeys());
            case "POST /token" -> exchange.handle(request);
            case "POST /revoke" -> revocations.handle(request);
            default -> Answers.empty(request, 404);
        }
    }

    private String discovery() {
        return Json.write(Map.of(
                "issuer", uri().toString(),
                "jwks_uri", keysUri().toString(),
                "token_endpoint", tokenUri().toString(),
                "revocation_endpoint", revocationUri().toString(),
                "grant_types_supported", List.of(TokenExchange.GRANT_TYPE),
                "id_token_signing_alg_values_supported", List.of("RS256"),
                "response_types_supported", List.of("token"),
                "subject_types_supported", List.of("public")));
    }

    @Override
    public void close() {
        server.close();
    }
}
