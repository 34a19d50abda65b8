package io.paladio.carbon.spark.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.paladio.carbon.error.CarbonCondition;
import io.paladio.carbon.error.Refusal;
import io.paladio.carbon.spark.CarbonConfig.VerificationKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * T37: a mutant of a valid token proves nobody, unless it says the same, bit for bit, under the same signature.
 * {@code -Dcarbon.messages=N} tries more of them, {@code -Dcarbon.seed=N} others.
 */
class TokenMutantProperties {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = Long.getLong("carbon.seed", 20261129L);
    private static final int MUTANTS = Math.max(4_000, Integer.getInteger("carbon.messages", 0));
    private static final TestIssuer ISSUER = new TestIssuer("one");
    private static final List<String> TOKENS = List.of(
            ISSUER.token("alice"),
            ISSUER.token("bob"),
            ISSUER.es256(TestIssuer.claims("carol").build()),
            new TestIssuer("one").token("mallory"));
    private static final List<String> HEADERS = List.of(
            "{\"alg\":\"none\"}",
            "{\"alg\":\"None\",\"kid\":\"one-rsa\"}",
            "{\"alg\":\"HS256\",\"kid\":\"one-rsa\"}",
            "{\"alg\":\"RS512\",\"kid\":\"one-rsa\"}",
            "{\"alg\":\"ES256\",\"kid\":\"one-rsa\"}",
            "{\"alg\":\"RS256\",\"kid\":\"one-ec\"}",
            "{\"alg\":\"RS256\",\"kid\":\"one-rsa\",\"crit\":[\"b64\"],\"b64\":false}",
            "{\"alg\":\"RS256\",\"kid\":\"one-rsa\",\"jku\":\"http://127.0.0.1:1/\"}",
            "{\"alg\":\"RS256\",\"alg\":\"none\"}",
            "{\"alg\":{}}",
            "[]",
            "",
            "[".repeat(20_000));

    @TempDir
    static Path folder;

    @Test
    void T37_a_mutant_proves_nobody_unless_it_is_the_same_token() {
        TokenVerifier verifier = new TokenVerifier(
                TestIssuer.identity(new VerificationKeys.Local(ISSUER.writeKeys(folder.resolve("keys.json")))));
        int accepted = 0;
        int acceptedOtherwiseWritten = 0;
        for (int number = 0; number < MUTANTS; number++) {
            Random random = new Random(SEED * 1_000_003 + number);
            String original = TOKENS.get(random.nextInt(3));
            String mutant = mutant(original, random);
            try {
                Optional<String> proven = proven(verifier, mutant);
                proven.ifPresent(name -> assertThat(means(mutant)).isEqualTo(means(original)));
                accepted += proven.isPresent() ? 1 : 0;
                acceptedOtherwiseWritten += proven.isPresent() && !mutant.equals(original) ? 1 : 0;
            } catch (RuntimeException | Error fault) {
                throw new AssertionError("seed " + SEED + ", mutant " + number + ", kept in " + kept(mutant), fault);
            }
        }
        assertThat(accepted).as("the verifier accepts what is right").isPositive();
        // About a quarter of the mutants are the token itself, letter by letter: those say nothing of the verifier.
        assertThat(acceptedOtherwiseWritten).as("and little else").isLessThan(MUTANTS / 20);
    }

    private static Optional<String> proven(TokenVerifier verifier, String token) {
        try {
            return Optional.of(verifier.verify(token).caller().name());
        } catch (Refusal refusal) {
            assertThat(refusal.condition()).isEqualTo(CarbonCondition.IDENTITY_INVALID);
            assertThat(refusal.getMessage()).doesNotContain("eyJ");
            return Optional.empty();
        }
    }

    private static String mutant(String token, Random random) {
        String[] parts = token.split("\\.");
        int part = random.nextInt(3);
        return switch (random.nextInt(11)) {
            case 0 -> token;
            case 1 ->
                with(parts, part, TOKENS.get(random.nextInt(TOKENS.size())).split("\\.")[part]);
            case 2 -> with(parts, 0, encoded(HEADERS.get(random.nextInt(HEADERS.size()))));
            case 3 ->
                with(
                        parts,
                        1,
                        encoded(decoded(parts[1]).replace("alice", "admin").replace("bob", "alice")));
            case 4 -> with(parts, 1, encoded(flipped(decoded(parts[1]), random)));
            case 5 -> with(parts, part, parts[part] + "=".repeat(random.nextInt(3)));
            case 6 -> with(parts, part, "");
            case 7 -> token + List.of(".", ".x", " ", "\n", "\u0000").get(random.nextInt(5));
            case 8 -> token.substring(0, random.nextInt(token.length()));
            case 9 -> with(parts, part, parts[part].replace('-', '+').replace('_', '/'));
            default -> flipped(token, random);
        };
    }

    private static String with(String[] parts, int at, String part) {
        String[] changed = parts.clone();
        changed[at] = part;
        return String.join(".", changed);
    }

    private static String flipped(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        int at = random.nextInt(text.length());
        changed.setCharAt(at, (char) (text.charAt(at) ^ (1 << random.nextInt(7))));
        return changed.toString();
    }

    /** What a token says, and by which signature. */
    private static List<Object> means(String token) {
        String[] parts = token.split("\\.", -1);
        assertThat(parts).hasSize(3);
        return List.of(json(parts[0]), json(parts[1]), Arrays.toString(bytes(parts[2])));
    }

    private static JsonNode json(String part) {
        try {
            return JSON.readTree(decoded(part));
        } catch (JsonProcessingException unreadable) {
            throw new AssertionError("accepted and unreadable", unreadable);
        }
    }

    private static String decoded(String part) {
        return new String(bytes(part), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String part) {
        return Base64.getUrlDecoder().decode(part);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Path kept(String mutant) {
        try {
            Path file = Files.createDirectories(Path.of("target", "fuzz")).resolve("token.txt");
            return Files.writeString(file, mutant);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
