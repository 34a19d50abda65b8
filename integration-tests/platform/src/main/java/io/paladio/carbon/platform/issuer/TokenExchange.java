package io.paladio.carbon.platform.issuer;

import com.sun.net.httpserver.HttpExchange;
import io.paladio.carbon.platform.http.Answers;
import io.paladio.carbon.platform.http.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Token exchange (RFC 8693): a user's token and the engine's own become one short token for the face that names both. Only the
 * engine may ask. Thread-safe.
 */
final class TokenExchange {
    static final String GRANT_TYPE = "urn:ietf:params:oauth:grant-type:token-exchange";

    private static final String ACCESS_TOKEN_TYPE = "urn:ietf:params:oauth:token-type:access_token";
    private static final Duration VALIDITY = Duration.ofMinutes(5);

    private final Issuer issuer;

    TokenExchange(Issuer issuer) {
        this.issuer = issuer;
    }

    void handle(HttpExchange request) throws IOException {
        Map<String, String> form = Form.of(request);
        if (!GRANT_TYPE.equals(form.get("grant_type"))) {
            refuse(request, 400, "unsupported_grant_type");
            return;
        }
        Optional<VerifiedToken> subject = issuer.verify(form.getOrDefault("subject_token", ""), Issuer.ENGINE_AUDIENCE);
        Optional<VerifiedToken> actor = issuer.verify(form.getOrDefault("actor_token", ""), Issuer.FACE_AUDIENCE)
                .filter(token -> token.subject().equals(Issuer.ENGINE_SUBJECT))
                .filter(token -> token.actor().isEmpty());
        if (actor.isEmpty()) {
            refuse(request, 401, "invalid_client");
        } else if (subject.isEmpty()) {
            refuse(request, 400, "invalid_grant");
        } else {
            Answers.json(request, 200, answer(subject.get(), actor.get()));
        }
    }

    /** A token that lasts no longer than those that it is given for, and is revoked with either. */
    private String answer(VerifiedToken subject, VerifiedToken actor) {
        TokenSpec.Actor engine = new TokenSpec.Actor(Issuer.ENGINE_SUBJECT, subject.actor());
        Duration validity = issuer.atMost(VALIDITY, subject, actor);
        String token = issuer.mint(TokenSpec.of(subject.subject(), List.of(Issuer.FACE_AUDIENCE), validity)
                .actedBy(engine)
                .givenFor(List.of(subject.id(), actor.id())));
        return Json.write(Map.of(
                "access_token",
                token,
                "issued_token_type",
                ACCESS_TOKEN_TYPE,
                "token_type",
                "Bearer",
                "expires_in",
                validity.toSeconds()));
    }

    private static void refuse(HttpExchange request, int status, String error) throws IOException {
        Answers.json(request, status, Json.write(Map.of("error", error)));
    }
}
