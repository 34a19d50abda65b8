package io.paladio.carbon.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.command.Impossible;
import io.paladio.carbon.policy.Caller;
import io.paladio.carbon.policy.TokenAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A bearer token that stands alone in a file. Says nothing of itself. Immutable. */
public final class Bearer {
    /** No space, and no character that would end it within an address. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{1,16384}");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> CLAIMS = new TypeReference<>() {};

    private final String token;

    private Bearer(String token) {
        this.token = token;
    }

    public static Bearer read(String option, Path file) throws Impossible {
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

    public String text() {
        return token;
    }

    /**
     * Who an engine takes the bearer for, with the claims that policies may ask for. Whether the token is good is for the engine to
     * say.
     *
     * @param claim the one that names a principal to the engine
     * @param name the name by which the engine calls the bearer
     */
    Caller caller(String claim, String name) throws Impossible {
        Map<String, Object> claims = claims();
        if (!name.equals(claims.get(claim))) {
            throw new Impossible(
                    "The claim " + claim + " of --principal-token is not what the engine calls the principal by."
                            + " Write --principal-claim as it is in the engine's spark.carbon.identity.principal-claim.");
        }
        return new Caller(name, Optional.empty(), TokenAttributes.of(claims, claim));
    }

    private Map<String, Object> claims() {
        String[] parts = token.split("\\.", -1);
        try {
            JsonNode claims = JSON.readTree(
                    parts.length == 3
                            ? new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
                            : "{}");
            return claims.isObject() ? JSON.convertValue(claims, CLAIMS) : Map.of();
        } catch (IllegalArgumentException | JsonProcessingException unreadable) {
            return Map.of();
        }
    }

    @Override
    public String toString() {
        return "Bearer";
    }
}
