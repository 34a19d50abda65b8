package io.paladio.carbon.client.fuzz;

import java.util.List;
import java.util.Random;

/**
 * Under which headers a message goes.
 *
 * @param isProof whether they prove somebody
 */
record Identity(List<String> headers, boolean isProof) {
    static Identity of(String token) {
        return new Identity(List.of("Bearer " + token), true);
    }

    /** None, or one that proves nobody. */
    static Identity missing(Random random, String token) {
        return new Identity(
                switch (random.nextInt(7)) {
                    case 0 -> List.of();
                    case 1 -> List.of("Bearer ");
                    case 2 -> List.of("Basic " + token);
                    case 3 -> List.of("Bearer " + token + "x");
                    case 4 -> List.of("Bearer " + token.substring(0, random.nextInt(token.length())));
                    case 5 -> List.of("Bearer " + otherwise(random, token));
                    default -> List.of("Bearer " + token, "Bearer " + otherwise(random, token));
                },
                false);
    }

    /** One letter is another; the last one is left, since not all of its bits count. */
    private static String otherwise(Random random, String token) {
        int at = random.nextInt(token.length() - 1);
        char other = token.charAt(at) == 'A' ? 'B' : 'A';
        return token.substring(0, at) + other + token.substring(at + 1);
    }
}
