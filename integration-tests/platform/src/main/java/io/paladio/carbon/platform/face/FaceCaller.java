package io.paladio.carbon.platform.face;

import java.util.Optional;

/**
 * Who asks the face, by a verified token. Immutable.
 *
 * @param principal the token's subject
 * @param engine whether the trusted engine asks on the principal's behalf
 * @param statement the statement that the call belongs to, as the caller says
 */
record FaceCaller(String principal, Engine engine, Optional<String> statement) {
    /** By which kind of engine. */
    enum Engine {
        /** The engine that enforces policies, on somebody's behalf. */
        TRUSTED,
        /** The same, for itself: it reads lookups, which no policy governs, and applies what they are sent with. */
        ITSELF,
        FOREIGN
    }

    boolean isTrusted() {
        return engine == Engine.TRUSTED;
    }
}
