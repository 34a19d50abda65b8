package io.paladio.carbon.differential;

import io.paladio.carbon.differential.TablePolicies.Mask;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The one kind that several masks on a column come to: S5's table once more, facts as words. */
final class OracleMeet {
    static final String FIXED = "mask-to-fixed-value";
    static final String NULL = "replace-with-null";
    static final String DENY = "deny";
    private static final List<String> KINDS = List.of(
            "sha-256-global",
            "hmac-sha-256 " + PolicyDocuments.KEY,
            "hmac-sha-256 " + PolicyDocuments.OTHER_KEY,
            "show-first-4",
            "show-last-4",
            "mask-alphanum",
            "truncate-to-month",
            "truncate-to-year");

    private OracleMeet() {}

    /** One of the given masks, or a plainer kind. */
    static Mask of(List<Mask> masks) {
        Mask first = masks.get(0);
        for (String floor : List.of(DENY, NULL)) {
            if (masks.stream().anyMatch(mask -> mask.kind().equals(floor))) {
                return kind(first, floor);
            }
        }
        if (masks.stream().allMatch(mask -> told(mask).equals(told(first)))) {
            return first;
        }
        Set<String> common = new HashSet<>(facts(told(first)));
        masks.forEach(mask -> common.retainAll(facts(told(mask))));
        return kind(
                first,
                KINDS.stream()
                        .filter(kind -> !common.isEmpty() && facts(kind).equals(common))
                        .findFirst()
                        .orElse(FIXED));
    }

    private static Mask kind(Mask like, String kind) {
        return new Mask(like.path(), kind, java.util.Optional.empty(), like.unless(), like.audience());
    }

    private static String told(Mask mask) {
        return mask.kind() + mask.formula().map(formula -> " " + formula.sql()).orElse("");
    }

    private static Set<String> facts(String kind) {
        return switch (kind) {
            case "sha-256-global" ->
                Set.of("equality", "dictionary", keyed(PolicyDocuments.KEY), keyed(PolicyDocuments.OTHER_KEY));
            case "hmac-sha-256 " + PolicyDocuments.KEY -> Set.of("equality", keyed(PolicyDocuments.KEY));
            case "hmac-sha-256 " + PolicyDocuments.OTHER_KEY -> Set.of("equality", keyed(PolicyDocuments.OTHER_KEY));
            case "show-first-4" -> Set.of("shape", "prefix");
            case "show-last-4" -> Set.of("shape", "suffix");
            case "mask-alphanum" -> Set.of("shape");
            case "truncate-to-month" -> Set.of("year", "month");
            case "truncate-to-year" -> Set.of("year");
            default -> Set.of();
        };
    }

    private static String keyed(String key) {
        return "equality under " + key;
    }
}
