package io.paladio.carbon.policy.check;

import io.paladio.carbon.policy.Mask;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.document.PolicyDocument.Enforcement;
import io.paladio.carbon.policy.document.PolicyDocument.Mode;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import io.paladio.carbon.policy.resolve.MaskMeet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Two policies that may meet on one table. Claims a conflict only where both are for everyone, hang in one line and ask for the same
 * tags of the table.
 */
record PolicyPair(PolicyDocument document, PolicyDocument other) {
    private static final Set<Mask> NOTHING = Set.of(Mask.Standard.MASK_TO_FIXED_VALUE, Mask.Standard.REPLACE_WITH_NULL);

    /** What is the matter with the first because of the other. */
    Optional<Finding> conflict() {
        if (document.reference().id().equals(other.reference().id())) {
            return Optional.of(
                    new Finding("$.id", "Another document has the same id. Give each policy an id of its own."));
        }
        if (governs(other, document)) {
            return Optional.of(new Finding(
                    "$.lookups",
                    "Its lookup is under the policy " + other.reference().id()
                            + ", and a lookup has no policy. Look up another"
                            + " table, or attach that policy to other tables."));
        }
        if (governs(document, other)) {
            return Optional.of(new Finding(
                    "$.attach.securable",
                    "It governs a lookup of the policy " + other.reference().id()
                            + ", and a lookup has no policy. Attach it to"
                            + " other tables, or look up another table there."));
        }
        if (!meet()) {
            return Optional.empty();
        }
        if (document.body() instanceof RowFilterBody filter && other.body() instanceof RowFilterBody second) {
            return ofFilters(filter, second);
        }
        return document.body() instanceof ColumnMaskBody mask && other.body() instanceof ColumnMaskBody second
                ? ofMasks(mask, second)
                : Optional.empty();
    }

    /** Whether one, where it binds at all, makes a table of the other's lookups none. */
    private static boolean governs(PolicyDocument one, PolicyDocument other) {
        return one.enforcement() == Enforcement.ENFORCE
                && other.lookups().keySet().stream().anyMatch(one::surelyBearsOn);
    }

    private boolean meet() {
        boolean inOneLine = contains(document, other) || contains(other, document);
        boolean isLive = document.enforcement() == Enforcement.ENFORCE && other.enforcement() == Enforcement.ENFORCE;
        return inOneLine
                && isLive
                && document.to().everyone()
                && other.to().everyone()
                && document.when().equals(other.when());
    }

    private static boolean contains(PolicyDocument outer, PolicyDocument inner) {
        return outer.attachment().securable().equals(inner.attachment().securable())
                || outer.attachment().inherit()
                        && outer.attachment()
                                .securable()
                                .contains(inner.attachment().securable());
    }

    private Optional<Finding> ofFilters(RowFilterBody filter, RowFilterBody second) {
        boolean mayMeet = filter.mode() == Mode.RESTRICTIVE && second.mode() == Mode.RESTRICTIVE && sameAliases();
        if (!mayMeet
                || ConditionCheck.of(filter.sql()) == ConditionReach.NEVER_TRUE
                || ConditionCheck.of(second.sql()) == ConditionReach.NEVER_TRUE
                || ConditionCheck.of("(" + filter.sql() + ") AND (" + second.sql() + ")")
                        != ConditionReach.NEVER_TRUE) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                "$.expression.sql",
                "Together with " + second("filter") + " it hides every row. Correct one of the two, or write both as"
                        + " permissive filters."));
    }

    /** Whether a name means the same column in both. */
    private boolean sameAliases() {
        return document.columns().stream()
                .allMatch(selector -> other.columns().stream()
                        .filter(second -> second.alias().equalsIgnoreCase(selector.alias()))
                        .allMatch(selector::equals));
    }

    private Optional<Finding> ofMasks(ColumnMaskBody mask, ColumnMaskBody second) {
        if (!match(document, mask).equals(match(other, second)) || isSame(mask, second)) {
            return Optional.empty();
        }
        Optional<Mask> first = foreseen(mask);
        Optional<Mask> last = foreseen(second);
        if (first.isEmpty() || last.isEmpty()) {
            boolean letsNothingThrough =
                    first.or(() -> last).filter(NOTHING::contains).isPresent();
            return letsNothingThrough ? Optional.empty() : Optional.of(met("mask-to-fixed-value", second));
        }
        Mask both = MaskMeet.of(List.of(first.get(), last.get()));
        boolean isOneOfThem = both.equals(first.get()) || both.equals(last.get());
        return isOneOfThem ? Optional.empty() : Optional.of(met(both.kind(), second));
    }

    private static boolean isSame(ColumnMaskBody mask, ColumnMaskBody second) {
        boolean isStricter = second.kind().equals("deny") || mask.kind().equals("deny");
        return isStricter
                || mask.kind().equals(second.kind())
                        && mask.key().equals(second.key())
                        && mask.sql().equals(second.sql());
    }

    /** What an expression computes is known on a table alone. */
    private static Optional<Mask> foreseen(ColumnMaskBody mask) {
        return mask.kind().equals("hmac-sha-256")
                ? mask.key().map(Mask.HmacSha256::new)
                : Mask.Standard.named(mask.kind()).map(Mask.class::cast);
    }

    private static Optional<ColumnMatch> match(PolicyDocument document, ColumnMaskBody mask) {
        return document.columns().stream()
                .filter(selector -> selector.alias().equals(mask.on()))
                .map(ColumnSelector::match)
                .findFirst();
    }

    private Finding met(String kind, ColumnMaskBody second) {
        return new Finding(
                "$.mask.kind",
                "Together with " + second(second.kind()) + " on the same column it becomes " + kind
                        + ". Write one kind in both, or except whom the stricter one is not for.");
    }

    private String second(String what) {
        return "the " + what + " of policy " + other.reference().id();
    }
}
