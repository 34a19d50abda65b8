package io.paladio.carbon.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.command.Impossible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A bearer token that stands alone in a file. Says nothing of itself. Immutable. */
final class Bearer {
    /** No space, and no character that would end it within an address. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{1,16384}");

    private static final Set<String> REGISTERED =
            Set.of("iss", "sub", "aud", "exp", "nbf", "iat", "jti", "act", "may_act", "azp", "typ");

    private final String token;

    private Bearer(String token) {
        this.token = token;
    }

    static Bearer read(String option, Path file) throws Impossible {
        try {
            String text = Files.readString(file).strip();
            if (TOKEN.matcher(text).matches()) {
                return new Bearer(text);
            }
        } catch (IOException unreadable) {
            throw new Impossible("The file of " + option + " can't be read. Name one that can.");
        }
        throw new Impossible("The file of " + option + " holds no token, or more than one.");
    }

    String text() {
        return token;
    }

    /** The claims that policies may ask for. Whether the token is good is for the engine to say. */
    Map<String, String> attributes() {
        Map<String, String> attributes = new HashMap<>();
        claims().properties().forEach(claim -> {
            if (claim.getValue().isTextual() && !REGISTERED.contains(claim.getKey())) {
                attributes.put(claim.getKey(), claim.getValue().textValue());
            }
        });
        return attributes;
    }

    private JsonNode claims() {
        String[] parts = token.split("\\.", -1);
        ObjectMapper json = new ObjectMapper();
        try {
            return parts.length == 3
                    ? json.readTree(new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8))
                    : json.createObjectNode();
        } catch (IllegalArgumentException | JsonProcessingException unreadable) {
            return json.createObjectNode();
        }
    }

    @Override
    public String toString() {
        return "Bearer";
    }
}
