package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.Securable;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.Audience;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnSelector;
import io.paladio.carbon.policy.document.PolicyDocument.TagCondition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Why a policy bound a principal on a table, in words: where it hangs, which tags it met, whom it is for. Tags are told as they
 * were where that is known, else as the policy asks for them.
 */
public final class PolicyReasons {
    private final PolicyDocument document;
    private final Securable table;
    private final Optional<TableAnswer> known;

    /** @param known what Index held about the table then, if that is known */
    public PolicyReasons(PolicyDocument document, Securable table, Optional<TableAnswer> known) {
        this.document = document;
        this.table = table;
        this.known = known;
    }

    /** Why it bound, for rows, or for these columns that it masked. */
    public List<String> binding(Principal principal, Collection<String> columns) {
        List<String> reasons = new ArrayList<>();
        reasons.add(attachment());
        document.when().forEach(condition -> reasons.add("the table " + tag(condition, known.map(TableAnswer::tags))));
        if (document.body() instanceof ColumnMaskBody mask) {
            document.columns().stream()
                    .filter(selector -> selector.alias().equals(mask.on()))
                    .forEach(selector -> columns.forEach(column -> reasons.addAll(column(selector, column))));
        }
        reasons.add("it is for " + audience(document.to(), principal));
        return List.copyOf(reasons);
    }

    /** Why it did not bind although it is for the principal. */
    public String exempting(Principal principal) {
        return "it excepts " + audience(document.except(), principal);
    }

    private String attachment() {
        Securable place = document.attachment().securable();
        return place.equals(table)
                ? "it hangs on the table itself"
                : "it hangs on " + place + ", within which the table lies, and is inherited";
    }

    private List<String> column(ColumnSelector selector, String column) {
        if (selector.match() instanceof ColumnMatch.ByName named) {
            return List.of("it names the column " + named.name());
        }
        Optional<Map<String, String>> tags =
                known.map(answer -> answer.columnTags().getOrDefault(column, Map.of()));
        return ((ColumnMatch.ByTags) selector.match())
                .all().stream()
                        .map(condition -> "the column " + column + " " + tag(condition, tags))
                        .toList();
    }

    private static String tag(TagCondition condition, Optional<Map<String, String>> tags) {
        return tags.flatMap(all -> Optional.ofNullable(all.get(condition.tag())))
                .map(value -> "is tagged " + condition.tag() + "=" + value)
                .orElseGet(() -> "must be tagged " + condition.tag()
                        + (condition.values().isEmpty()
                                ? ""
                                : "=" + String.join(" or ", new TreeSet<>(condition.values()))));
    }

    private static String audience(Audience audience, Principal principal) {
        if (audience.everyone()) {
            return "everyone";
        }
        if (audience.principals().contains(principal.name())) {
            return principal.name();
        }
        TreeSet<String> shared = new TreeSet<>(audience.groups());
        shared.retainAll(principal.groups());
        return shared.isEmpty()
                ? "others"
                : (shared.size() == 1 ? "the group " : "the groups ") + String.join(", ", shared) + ", which "
                        + principal.name() + " is in";
    }
}
