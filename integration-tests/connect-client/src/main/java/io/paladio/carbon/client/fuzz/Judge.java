package io.paladio.carbon.client.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Says what is wrong about a reply, if anything. Immutable. */
final class Judge {
    private static final Pattern STACK =
            Pattern.compile("\\bat (?:org\\.apache|java\\.|scala\\.|io\\.)[\\w.$]+\\([\\w.]+:\\d+\\)");
    /** What gRPC itself may say before anybody could ask who calls. */
    private static final Set<String> UNASKED = Set.of("UNAUTHENTICATED", "RESOURCE_EXHAUSTED", "UNIMPLEMENTED");

    private final List<String> forbidden;

    /** @param forbidden texts that must come back to nobody: hidden values, raw values, locations, secrets */
    Judge(List<String> forbidden) {
        this.forbidden = List.copyOf(forbidden);
    }

    Optional<String> fault(FuzzCase sent, Reply reply) {
        if (!sent.identity().isProof() && !UNASKED.contains(reply.status())) {
            return Optional.of("answered " + reply.status() + " to nobody");
        }
        if (reply.status().equals("UNAVAILABLE")) {
            return Optional.of("the server is gone");
        }
        String asked = text(sent.request());
        Optional<String> told = forbidden.stream()
                .filter(text -> !asked.contains(text))
                .filter(text -> reply.text().contains(text)
                        || reply.messages().stream()
                                .anyMatch(message -> text(message).contains(text)))
                .findFirst()
                .map(text -> "told forbidden text number " + forbidden.indexOf(text));
        return told.or(
                () -> STACK.matcher(reply.text()).find() ? Optional.of("told where it failed") : Optional.empty());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
