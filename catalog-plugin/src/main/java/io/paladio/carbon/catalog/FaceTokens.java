package io.paladio.carbon.catalog;

/** Which bearer token the face is shown on a caller's behalf. Asked with each request; thread-safe. */
@FunctionalInterface
interface FaceTokens {
    /** The token: a secret, for one header of one request. Refuses rather than answer without one. */
    String bearer(SessionGovernance governance);

    /** The caller's own token, or the one it is exchanged for. */
    static FaceTokens of(FaceOptions options) {
        return options.tokenExchange().<FaceTokens>map(TokenExchange::at).orElse(SessionGovernance::bearerToken);
    }
}
