package io.paladio.carbon.platform;

import io.paladio.carbon.platform.issuer.Issuer;
import io.paladio.carbon.platform.issuer.TokenSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tokens of the demonstration's people. Stateless. */
public final class PlatformTokens {
    /** The actor that may present other people's tokens to the engine. */
    public static final String DELEGATE = "svc-runquery";

    private static final Duration DAY = Duration.ofHours(12);
    private static final List<String> ENGINE_AND_FACE = List.of(Issuer.ENGINE_AUDIENCE, Issuer.FACE_AUDIENCE);

    private PlatformTokens() {}

    /** A valid token of a person, as a person would get it. */
    public static String of(Issuer issuer, String principal) {
        return issuer.mint(TokenSpec.of(principal, ENGINE_AND_FACE, DAY));
    }

    /** The engine's own token. */
    public static String ofEngine(Issuer issuer) {
        return issuer.mint(TokenSpec.of(Issuer.ENGINE_SUBJECT, List.of(Issuer.FACE_AUDIENCE), DAY));
    }

    /** The tokens that stand in the connection file, right and wrong ones. */
    public static Map<String, String> all(Issuer issuer) {
        Map<String, String> tokens = new LinkedHashMap<>();
        for (String person : List.of("admin", "alice", "bob", "dan")) {
            tokens.put(person, of(issuer, person));
        }
        tokens.put(
                "svc-runquery-as-bob",
                issuer.mint(TokenSpec.of("bob", ENGINE_AND_FACE, DAY).actedBy(TokenSpec.Actor.of(DELEGATE))));
        tokens.put("expired", issuer.mint(TokenSpec.of("alice", ENGINE_AND_FACE, Duration.ofHours(-1))));
        tokens.put("foreign-audience", issuer.mint(TokenSpec.of("alice", List.of("another-service"), DAY)));
        return tokens;
    }
}
