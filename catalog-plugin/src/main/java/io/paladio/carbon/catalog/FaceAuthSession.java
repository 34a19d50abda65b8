package io.paladio.carbon.catalog;

import io.paladio.carbon.error.CarbonCondition;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.iceberg.rest.HTTPHeaders;
import org.apache.iceberg.rest.HTTPRequest;
import org.apache.iceberg.rest.ImmutableHTTPRequest;
import org.apache.iceberg.rest.auth.AuthSession;

/**
 * Puts the caller's token on each request to the face, as it is at that moment.
 *
 * <p>Bound to a session by reference, not by a property or a thread: properties travel to executors, and Iceberg asks from
 * threads of its own. Thread-safe.
 */
final class FaceAuthSession implements AuthSession {
    private final Supplier<SessionGovernance> governance;
    private final FaceTokens tokens;

    FaceAuthSession(Supplier<SessionGovernance> governance, FaceTokens tokens) {
        this.governance = governance;
        this.tokens = tokens;
    }

    @Override
    public HTTPRequest authenticate(HTTPRequest request) {
        SessionGovernance session = governance.get();
        Map<String, String> headers = Map.of("Authorization", "Bearer " + token(session));
        return ImmutableHTTPRequest.copyOf(request)
                .withHeaders(HTTPHeaders.of(headers).putIfAbsent(request.headers()));
    }

    private String token(SessionGovernance session) {
        String token = tokens.bearer(session);
        if (token.isBlank()) {
            throw SparkRefusal.of(CarbonCondition.IDENTITY_REQUIRED
                    .refusal()
                    .reason("the session has no token for the catalog")
                    .build());
        }
        return token;
    }

    @Override
    public void close() {
        // Holds nothing: the token belongs to the session.
    }
}
