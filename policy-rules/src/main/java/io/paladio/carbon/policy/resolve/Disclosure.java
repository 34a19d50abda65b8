package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.Mask.Standard;
import io.paladio.carbon.policy.expression.Expression;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one or several masks let through of a raw value: S5's table, and what must be remembered while masks meet.
 *
 * <p>Meeting is associative, commutative and idempotent, since each part is a set that only shrinks or only grows. Immutable.
 *
 * @param facts what every one of the masks lets through
 * @param keys the names of the keys of all hmac-sha-256 masks among them: two keys have no hash in common
 * @param floors which of the masks that let nothing through are among them
 */
record Disclosure(Set<Fact> facts, Set<String> keys, Set<Floor> floors) {
    /** Something that a masked value tells about the raw one. */
    sealed interface Fact {}

    /** The facts that are the same for every column. */
    enum Common implements Fact {
        EQUAL_IN_STATEMENT,
        EQUAL_ACROSS_STATEMENTS,
        GUESSED_BY_DICTIONARY,
        SHAPE,
        PREFIX,
        SUFFIX,
        YEAR,
        MONTH
    }

    /** What an expression computes. */
    record ComputedBy(Expression expression) implements Fact {}

    /** The masks that let nothing through and are stricter than the fixed value, the strictest last. */
    enum Floor {
        NULL,
        DENY
    }

    private static final Map<Standard, Set<Fact>> TABLE = Map.of(
            Standard.SHA_256_GLOBAL,
            Set.of(Common.EQUAL_IN_STATEMENT, Common.EQUAL_ACROSS_STATEMENTS, Common.GUESSED_BY_DICTIONARY),
            Standard.SHA_256_QUERY_LOCAL,
            Set.of(Common.EQUAL_IN_STATEMENT),
            Standard.SHOW_FIRST_4,
            Set.of(Common.SHAPE, Common.PREFIX),
            Standard.SHOW_LAST_4,
            Set.of(Common.SHAPE, Common.SUFFIX),
            Standard.MASK_ALPHANUM,
            Set.of(Common.SHAPE),
            Standard.TRUNCATE_TO_MONTH,
            Set.of(Common.YEAR, Common.MONTH),
            Standard.TRUNCATE_TO_YEAR,
            Set.of(Common.YEAR));
    private static final Set<Fact> OF_HMAC = Set.of(Common.EQUAL_IN_STATEMENT, Common.EQUAL_ACROSS_STATEMENTS);

    Disclosure {
        facts = Set.copyOf(facts);
        keys = Set.copyOf(keys);
        floors = Set.copyOf(floors);
    }

    /** What one mask lets through. */
    static Disclosure of(Mask mask) {
        if (mask instanceof Mask.Computed computed) {
            return new Disclosure(Set.of(new ComputedBy(computed.expression())), Set.of(), Set.of());
        }
        if (mask instanceof Mask.HmacSha256 hmac) {
            return new Disclosure(OF_HMAC, Set.of(hmac.key()), Set.of());
        }
        if (mask instanceof Mask.Deny) {
            return new Disclosure(Set.of(), Set.of(), Set.of(Floor.DENY));
        }
        return mask == Standard.REPLACE_WITH_NULL
                ? new Disclosure(Set.of(), Set.of(), Set.of(Floor.NULL))
                : new Disclosure(TABLE.getOrDefault(mask, Set.of()), Set.of(), Set.of());
    }

    /** What both let through. */
    Disclosure meet(Disclosure other) {
        Set<Fact> common = new HashSet<>(facts);
        common.retainAll(other.facts);
        return new Disclosure(common, union(keys, other.keys), union(floors, other.floors));
    }

    /** The mask that lets through exactly this, or else the strictest that is due. */
    Mask mask() {
        if (floors.contains(Floor.DENY)) {
            return new Mask.Deny();
        }
        if (floors.contains(Floor.NULL)) {
            return Standard.REPLACE_WITH_NULL;
        }
        return keys.size() > 1 ? Standard.MASK_TO_FIXED_VALUE : kindOfFacts();
    }

    private Mask kindOfFacts() {
        if (facts.equals(OF_HMAC)) {
            return new Mask.HmacSha256(keys.iterator().next());
        }
        if (facts.size() == 1 && facts.iterator().next() instanceof ComputedBy computed) {
            return new Mask.Computed(computed.expression());
        }
        return TABLE.entrySet().stream()
                .filter(entry -> entry.getValue().equals(facts))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Standard.MASK_TO_FIXED_VALUE);
    }

    private static <T> Set<T> union(Set<T> left, Set<T> right) {
        Set<T> union = new HashSet<>(left);
        union.addAll(right);
        return union;
    }

    /** What all of the masks let through together. */
    static Disclosure ofAll(List<Mask> masks) {
        return masks.stream()
                .map(Disclosure::of)
                .reduce(Disclosure::meet)
                .orElseThrow(() -> new IllegalArgumentException("no mask, nothing to meet"));
    }
}
