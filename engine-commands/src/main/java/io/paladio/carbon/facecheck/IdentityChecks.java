package io.paladio.carbon.facecheck;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Whether the face knows who asks: by a token of each call, that it verifies. Used by one thread. */
final class IdentityChecks {
    private final Face face;
    private final Subject subject;
    private final Warehouse warehouse;

    IdentityChecks(Face face, Subject subject, Warehouse warehouse) {
        this.face = face;
        this.subject = subject;
        this.warehouse = warehouse;
    }

    List<Check> all() {
        return List.of(
                new Check("token-asked-for", () -> turnedDown("nobody", Optional.empty())),
                new Check("token-verified", this::verified),
                new Check("token-revoked", this::revoked));
    }

    private Verdict turnedDown(String who, Optional<String> token) {
        List<String> paths = new ArrayList<>(List.of(warehouse.path("/namespaces")));
        subject.table().ifPresent(table -> paths.add(warehouse.path(table)));
        subject.policyTable().ifPresent(table -> paths.add(warehouse.path(table)));
        List<Verdict> verdicts = paths.stream()
                .map(path -> face.get(path, token))
                .map(answer -> answer.status() == 401
                        ? Verdict.holds("401")
                        : Verdict.broken("to " + who + " it answers " + answer.told() + " where 401 is due, on "
                                + answer.call()))
                .toList();
        return Verdict.worst(verdicts, "401 to " + who);
    }

    private Verdict verified() {
        List<Verdict> verdicts = new ArrayList<>();
        verdicts.add(turnedDown("a token with another signature", Optional.of(altered(subject.token()))));
        String[] parts = subject.token().split("\\.", -1);
        if (parts.length == 3) {
            verdicts.add(turnedDown(
                    "a token with other claims", Optional.of(parts[0] + "." + otherClaims(parts[1]) + "." + parts[2])));
            verdicts.add(turnedDown(
                    "a token with no signature",
                    Optional.of(encoded("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "." + parts[1] + ".")));
        }
        return Verdict.worst(verdicts, "401 to " + (parts.length == 3 ? "each of three forgeries" : "a forgery"));
    }

    private Verdict revoked() {
        return subject.revoked().isEmpty()
                ? Verdict.notTried("no --revoked-token-file")
                : turnedDown("the token of --revoked-token-file", subject.revoked());
    }

    /** Another character in the middle of the last part: at its end some bits may mean nothing. */
    private static String altered(String token) {
        int last = token.lastIndexOf('.') + 1;
        int at = last + (token.length() - last) / 2;
        char other = token.charAt(at) == 'A' ? 'B' : 'A';
        return token.substring(0, at) + other + token.substring(at + 1);
    }

    /** The claims with one more of a kind that nobody asks for. */
    private static String otherClaims(String claims) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8).strip();
            return encoded(text.replaceFirst("^\\{", "{\"carbon_face_check\":1,"));
        } catch (IllegalArgumentException opaque) {
            return claims + "A";
        }
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
