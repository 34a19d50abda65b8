package io.paladio.carbon.spark.identity;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * An issuer's public keys as it publishes them. An unknown key id costs one fetch, and strangers with made-up key ids can't cause
 * more than two in half a minute: until then, the keys that were fetched last are all that the issuer has. Where that fetch
 * failed, nobody knows which it has. Thread-safe.
 */
final class RemoteKeys implements JWKSource<SecurityContext> {
    private static final long LIFETIME = Duration.ofMinutes(5).toMillis();
    private static final long REFRESH_LIMIT = Duration.ofSeconds(4).toMillis();
    private static final long BETWEEN_FETCHES = Duration.ofSeconds(30).toMillis();

    private final JWKSource<SecurityContext> keys;
    private volatile boolean fetched;

    RemoteKeys(JWKSetSource<SecurityContext> published) {
        this.keys = JWKSourceBuilder.create(new Watched(published))
                .cache(LIFETIME, REFRESH_LIMIT)
                .refreshAheadCache(false)
                .rateLimited(BETWEEN_FETCHES)
                .build();
    }

    @Override
    public List<JWK> get(JWKSelector selector, SecurityContext context) throws KeySourceException {
        try {
            return keys.get(selector, context);
        } catch (RateLimitReachedException tooSoon) {
            if (fetched) {
                return List.of();
            }
            throw tooSoon;
        }
    }

    /** Remembers whether the last fetch brought keys. */
    private final class Watched implements JWKSetSource<SecurityContext> {
        private final JWKSetSource<SecurityContext> published;

        private Watched(JWKSetSource<SecurityContext> published) {
            this.published = published;
        }

        @Override
        public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator refresh, long now, SecurityContext context)
                throws KeySourceException {
            boolean read = false;
            try {
                JWKSet set = published.getJWKSet(refresh, now, context);
                read = true;
                return set;
            } finally {
                fetched = read;
            }
        }

        @Override
        public void close() throws IOException {
            published.close();
        }
    }
}
