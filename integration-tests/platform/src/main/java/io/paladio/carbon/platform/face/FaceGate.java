package io.paladio.carbon.platform.face;

import com.sun.net.httpserver.Headers;
import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.issuer.VerifiedToken;
import java.util.Optional;
import java.util.OptionalInt;

/** The door of the face: who comes in, and by which engine. The engine is known by a verified token, never by a header. Thread-safe. */
final class FaceGate {
    private static final String BEARER = "Bearer ";
    private static final String STATEMENT = "X-Carbon-Statement";

    private final Issuer issuer;
    private final FaceFaults faults;

    FaceGate(Issuer issuer, FaceFaults faults) {
        this.issuer = issuer;
        this.faults = faults;
    }

    OptionalInt fault() {
        return faults.next();
    }

    /** The caller, if the token is right. */
    Optional<FaceCaller> caller(Headers headers) {
        String header = headers.getFirst("Authorization");
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Optional.empty();
        }
        return issuer.verify(header.substring(BEARER.length()).trim(), Issuer.FACE_AUDIENCE)
                .map(token -> new FaceCaller(token.subject(), engine(token), statement(headers)));
    }

    private static FaceCaller.Engine engine(VerifiedToken token) {
        if (token.isActedBy(Issuer.ENGINE_SUBJECT)) {
            return FaceCaller.Engine.TRUSTED;
        }
        boolean alone = token.actor().isEmpty() && token.subject().equals(Issuer.ENGINE_SUBJECT);
        return alone ? FaceCaller.Engine.ITSELF : FaceCaller.Engine.FOREIGN;
    }

    static Optional<String> statement(Headers headers) {
        return Optional.ofNullable(headers.getFirst(STATEMENT));
    }
}
