package io.paladio.carbon.platform.issuer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a token shall say. Immutable.
 *
 * @param subject whom it names
 * @param audience for whom it is meant
 * @param validity from now on; negative for a token that is past already
 * @param actor who presents it on behalf of the subject (RFC 8693)
 * @param origins the ids of the tokens that it was given for, and ends with
 */
public record TokenSpec(
        String subject, List<String> audience, Duration validity, Optional<Actor> actor, List<String> origins) {
    /** Who acts, and for whom that one acts in turn. */
    public record Actor(String subject, Optional<Actor> behind) {
        public static Actor of(String subject) {
            return new Actor(subject, Optional.empty());
        }
    }

    public TokenSpec {
        audience = List.copyOf(audience);
        origins = List.copyOf(origins);
    }

    public static TokenSpec of(String subject, List<String> audience, Duration validity) {
        return new TokenSpec(subject, audience, validity, Optional.empty(), List.of());
    }

    public TokenSpec actedBy(Actor by) {
        return new TokenSpec(subject, audience, validity, Optional.of(by), origins);
    }

    public TokenSpec givenFor(List<String> ids) {
        return new TokenSpec(subject, audience, validity, actor, ids);
    }
}
