package io.paladio.carbon.policy.resolve;

import io.paladio.carbon.index.TableAnswer;
import io.paladio.carbon.policy.Principal;
import io.paladio.carbon.policy.document.PolicyCandidate;
import io.paladio.carbon.policy.document.PolicyDocument;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMaskBody;
import io.paladio.carbon.policy.document.PolicyDocument.ColumnMatch;
import io.paladio.carbon.policy.document.PolicyDocument.Enforcement;
import io.paladio.carbon.policy.document.PolicyDocument.RowFilterBody;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one policy of a table is to one principal, before the table's columns are known.
 *
 * @param policy {@code id@version}, the id alone where the document is at fault
 * @param kind {@code row_filter restrictive}, {@code column_mask deny} and the like; empty where the document is at fault
 * @param columns which columns a mask is for, as far as names and tags in Index tell
 */
public record PolicyExplanation(String policy, String kind, Verdict verdict, List<String> columns) {
    /** Whether it binds, or why not. */
    public enum Verdict {
        BINDS("binds"),
        EXEMPT("except names the principal or one of its groups"),
        FOR_OTHERS("to does not name the principal"),
        SHADOW("shadow"),
        NOT_IN_FORCE("outside of its time"),
        OTHER_TAGS("the table's tags are others"),
        ATTACHED_ELSEWHERE("attached elsewhere"),
        AT_FAULT("the document is at fault, and its table refused");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** As a person reads it. */
        public String words() {
            return words;
        }
    }

    public PolicyExplanation {
        columns = List.copyOf(columns);
    }

    /** Every policy that Index has for a table. */
    public static List<PolicyExplanation> of(TableAnswer answer, Principal principal, Instant now) {
        return answer.policies().stream()
                .map(candidate -> candidate instanceof PolicyCandidate.Valid valid
                        ? of(valid.document(), answer, verdict(valid.document(), answer, principal, now))
                        : ofFaulty((PolicyCandidate.Invalid) candidate))
                .toList();
    }

    private static PolicyExplanation ofFaulty(PolicyCandidate.Invalid invalid) {
        return new PolicyExplanation(invalid.id(), "", Verdict.AT_FAULT, List.of());
    }

    private static PolicyExplanation of(PolicyDocument document, TableAnswer answer, Verdict verdict) {
        if (document.body() instanceof RowFilterBody filter) {
            String kind = "row_filter " + filter.mode().name().toLowerCase(Locale.ROOT);
            return new PolicyExplanation(document.reference().toString(), kind, verdict, List.of());
        }
        ColumnMaskBody mask = (ColumnMaskBody) document.body();
        List<String> columns = document.columns().stream()
                .filter(selector -> selector.alias().equals(mask.on()))
                .flatMap(selector -> columns(selector.match(), answer).stream())
                .toList();
        return new PolicyExplanation(document.reference().toString(), "column_mask " + mask.kind(), verdict, columns);
    }

    private static List<String> columns(ColumnMatch match, TableAnswer answer) {
        if (match instanceof ColumnMatch.ByName named) {
            return List.of(named.name());
        }
        ColumnMatch.ByTags tags = (ColumnMatch.ByTags) match;
        return answer.columnTags().entrySet().stream()
                .filter(column -> TagMatch.all(tags.all(), column.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static Verdict verdict(PolicyDocument document, TableAnswer answer, Principal principal, Instant now) {
        if (!LivePolicies.isAttachedTo(document.attachment(), answer)) {
            return Verdict.ATTACHED_ELSEWHERE;
        }
        if (!TagMatch.all(document.when(), answer.tags())) {
            return Verdict.OTHER_TAGS;
        }
        if (!LivePolicies.isWithin(document.valid(), now)) {
            return Verdict.NOT_IN_FORCE;
        }
        if (document.enforcement() == Enforcement.SHADOW) {
            return Verdict.SHADOW;
        }
        return switch (Reach.of(document, principal)) {
            case APPLIES -> Verdict.BINDS;
            case EXEMPT -> Verdict.EXEMPT;
            case ELSEWHERE -> Verdict.FOR_OTHERS;
        };
    }
}
