package io.paladio.carbon.policy;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Which claims of a token policies may ask for: engines and the command that looks after them must not differ in that. */
public final class TokenAttributes {
    private static final Set<String> REGISTERED =
            Set.of("iss", "sub", "aud", "exp", "nbf", "iat", "jti", "act", "may_act", "azp", "typ");

    private TokenAttributes() {}

    /** The texts among the claims, but for those that are about the token or name the principal. */
    public static Map<String, String> of(Map<String, ?> claims, String principalClaim) {
        Map<String, String> attributes = new HashMap<>();
        claims.forEach((name, value) -> {
            if (value instanceof String text && !REGISTERED.contains(name) && !name.equals(principalClaim)) {
                attributes.put(name, text);
            }
        });
        return attributes;
    }
}
